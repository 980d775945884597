/** A word from a tab in the background. Phones take it from the page's helper alone: there the constructor throws. */
export function notify(body: string, tag: string): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  try {
    new Notification('Triax', { body, tag })
  } catch {
    void navigator.serviceWorker?.ready.then((helper) => helper.showNotification('Triax', { body, tag, data: { url: location.href } }))
  }
}
