/** Questions to the server over HTTP. Every error has a stable code and words. */

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  } catch {
    throw new Refused('offline', 'the server does not answer', 0)
  }
  return answerOf<T>(response)
}

export async function answerOf<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    const { code = 'internal', message = response.statusText } = (answer ?? {}) as Partial<Refused>
    throw new Refused(code, message, response.status)
  }
  return answer as T
}

export const get = <T>(path: string): Promise<T> => call<T>('GET', path)
export const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>('POST', path, body)
