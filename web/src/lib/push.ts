/** News on this device, by the push service of whoever made the browser. */
import type { BodyOf } from '#server/product/calls.ts'
import { api } from './api.ts'
import { config } from './config.ts'
import { forgetPush, ownerOfPush, rememberPush } from './push-device.ts'

/** `unavailable`: this browser cannot, or the server sends none; `blocked`: the person refused in the browser. */
export type PushState = 'unavailable' | 'blocked' | 'on' | 'off'

/** How it stands on this device for the fan. What the server knows of it is renewed, as browsers change addresses. */
export async function readPush(fan: string): Promise<PushState> {
  const registration = await currentRegistration()
  if (!registration || !config().vapidPublicKey || !('Notification' in window)) return 'unavailable'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await registration.pushManager.getSubscription()
  if (!subscription) return 'off'
  // Somebody else asked for their news here, and has left without saying so.
  if (ownerOfPush() !== fan) {
    await forgetPush()
    return 'off'
  }
  await api('POST /push-subscriptions', { body: written(subscription) })
  return 'on'
}

/** Asks the person, then the browser, then the server. Throws when the browser or the server cannot. */
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

/** As the server keeps it. */
function written(subscription: PushSubscription): BodyOf<'POST /push-subscriptions'> {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}
