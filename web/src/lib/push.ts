/** Push notifications on this device. */
import type { BodyOf } from '#server/product/calls.ts'
import { api } from './api.ts'
import { config } from './config.ts'
import { forgetPush, ownerOfPush, rememberPush } from './push-device.ts'
import { registerWorker } from './worker.ts'

/** `unavailable`: not supported by this browser or not configured on the server; `blocked`: denied by the person. */
export type PushState = 'unavailable' | 'blocked' | 'on' | 'off'

/**
 * The state on this device for the fan. Also renews the subscription on the server, because browsers change its
 * address.
 */
export async function readPush(fan: string): Promise<PushState> {
  if (keyOfServer() === null) return 'unavailable'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await currentSubscription()
  if (!subscription) return 'off'
  // Another person subscribed on this device and left without signing out.
  if (ownerOfPush() !== fan) {
    await forgetPush()
    return 'off'
  }
  await api('POST /push-subscriptions', { body: written(subscription) })
  return 'on'
}

/** Asks the person for permission, then subscribes. Throws a DOMException when the browser cannot, another error when the server cannot. */
export async function startPush(fan: string): Promise<PushState> {
  const key = keyOfServer()
  if (key === null) return 'unavailable'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  // On a first visit the worker may still have to come.
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  await api('POST /push-subscriptions', { body: written(subscription) })
  rememberPush(fan)
  return 'on'
}

export async function stopPush(): Promise<PushState> {
  const subscription = await currentSubscription()
  if (subscription)
    await api('POST /push-subscriptions/remove', { body: { endpoint: subscription.endpoint } })
  await forgetPush()
  return 'off'
}

/** The server's public key; null where it sends no messages, or this browser shows none. */
function keyOfServer(): string | null {
  const canShow = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return canShow ? config().vapidPublicKey : null
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** The subscription as the API takes it. */
function written(subscription: PushSubscription): BodyOf<'POST /push-subscriptions'> {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}
