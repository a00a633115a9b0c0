/** Push notifications on this device. */
import type { BodyOf } from '#server/product/calls.ts'
import { api } from './api.ts'
import { config } from './config.ts'
import { forgetPush, ownerOfPush, rememberPush } from './push-device.ts'

/** `unavailable`: not supported by this browser or not configured on the server; `blocked`: denied by the person. */
export type PushState = 'unavailable' | 'blocked' | 'on' | 'off'

/**
 * The state on this device for the fan. Also renews the subscription on the server, because browsers change its
 * address.
 */
export async function readPush(fan: string): Promise<PushState> {
  const registration = await currentRegistration()
  if (!registration || !config().vapidPublicKey || !('Notification' in window)) return 'unavailable'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await registration.pushManager.getSubscription()
  if (!subscription) return 'off'
  // Another person subscribed on this device and left without signing out.
  if (ownerOfPush() !== fan) {
    await forgetPush()
    return 'off'
  }
  await api('POST /push-subscriptions', { body: written(subscription) })
  return 'on'
}

/** Asks the person for permission, then subscribes. Throws when the browser or the server cannot. */
export async function startPush(fan: string): Promise<PushState> {
  const registration = await currentRegistration()
  const key = config().vapidPublicKey
  if (!registration || !key) return 'unavailable'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  await api('POST /push-subscriptions', { body: written(subscription) })
  rememberPush(fan)
  return 'on'
}

export async function stopPush(): Promise<PushState> {
  const subscription = await (await currentRegistration())?.pushManager.getSubscription()
  if (subscription)
    await api('POST /push-subscriptions/remove', { body: { endpoint: subscription.endpoint } })
  await forgetPush()
  return 'off'
}

async function currentRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return registration && 'pushManager' in registration ? registration : undefined
}

/** The subscription as the API takes it. */
function written(subscription: PushSubscription): BodyOf<'POST /push-subscriptions'> {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}
