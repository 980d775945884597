/** Where somebody was going when an account was asked for: kept in this tab through making one or signing in. */

const KEY = 'triax-onward'

export function keepOnward(path: string): void {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {
    // Private windows may refuse.
  }
}

export function isOnward(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Once; null: nowhere. */
export function takeOnward(): string | null {
  try {
    const path = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return path
  } catch {
    return null
  }
}
