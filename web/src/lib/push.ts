/** Words pushed to this browser while nobody looks. The browser is asked only after a tap. */

import { call, post } from './api'
import { settings } from './settings.svelte'
import type { DeviceInfo } from './types'

export type PushState = 'on' | 'off' | 'denied' | 'cannot' | 'home-screen'

const isApple = (): boolean => /iP(hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** What push is here now; of this server's devices, the one that is this browser. */
export async function pushState(devices: readonly DeviceInfo[]): Promise<{ state: PushState; device: DeviceInfo | null }> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return { state: isApple() ? 'home-screen' : 'cannot', device: null }
  if (Notification.permission === 'denied') return { state: 'denied', device: null }
  const helper = await navigator.serviceWorker.getRegistration()
  const subscription = await helper?.pushManager.getSubscription()
  const device = devices.find(({ endpoint }) => endpoint === subscription?.endpoint) ?? null
  return { state: device ? 'on' : 'off', device }
}

export async function subscribe(key: string): Promise<DeviceInfo | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const helper = (await navigator.serviceWorker.getRegistration()) ?? (await navigator.serviceWorker.register('/sw.js'))
  await navigator.serviceWorker.ready
  const old = await helper.pushManager.getSubscription()
  // Made for another server's key, it would be of no use.
  await old?.unsubscribe()
  return tell(await helper.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
}

function tell(made: PushSubscription): Promise<DeviceInfo> {
  const { keys } = made.toJSON()
  return post<DeviceInfo>('/api/notices/devices', {
    endpoint: made.endpoint,
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
    language: settings.kept.language,
  })
}

/** With a new key to an account the server pushes to no browser of the player's any more: this one goes on. */
export async function renewPush(): Promise<void> {
  if (!settings.kept.push || !('serviceWorker' in navigator)) return
  const helper = await navigator.serviceWorker.getRegistration()
  const known = await helper?.pushManager?.getSubscription()
  if (known) await tell(known)
}

/** Nothing more comes here: whoever uses this browser next is not told what is meant for another. */
export async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const helper = await navigator.serviceWorker.getRegistration()
  // Some browsers have workers and no push.
  await (await helper?.pushManager?.getSubscription())?.unsubscribe()
}

export async function unsubscribe(device: DeviceInfo): Promise<void> {
  await endPush()
  await call('DELETE', `/api/notices/devices/${device.id}`)
}
