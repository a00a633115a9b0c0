/** A device with push messages: the push service is emulated, as the browser's own is unreachable here. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession, Page, Worker } from '@playwright/test'
import { createPushBrowser } from '#server/testing/push-browser.ts'
import { expect, world } from './fixtures.ts'

export type PushDevice = { endpoint: string; next: (title: RegExp) => Promise<string> }

/** Gives the page's PushManager a subscription at the emulated service. Call before the page opens. */
export async function givePushService(page: Page): Promise<PushDevice> {
  const { vapidPublicKey } = (await (await fetch(`${world.url}/config.json`)).json()) as {
    vapidPublicKey: string
  }
  const answer = await fetch(`${world.emulators}/push/_control/subscribe`, {
    method: 'POST',
    body: JSON.stringify({ applicationServerKey: vapidPublicKey }),
  })
  const { endpoint } = (await answer.json()) as { endpoint: string }
  const browser = createPushBrowser()
  await page.context().grantPermissions(['notifications'], { origin: world.url })
  const given = JSON.stringify({ endpoint, keys: browser.keys })
  const script = await readFile(join(import.meta.dirname, 'push-service.js'), 'utf8')
  await page.addInitScript(script.replace('subscriptionOfTheTest', given))
  const messages = async () => {
    const list = await fetch(
      `${world.emulators}/push/_control/messages?endpoint=${encodeURIComponent(endpoint)}`,
    )
    const kept = (await list.json()) as { body: string }[]
    return kept.map(({ body }) => browser.read(Buffer.from(body, 'base64')))
  }
  return {
    endpoint,
    /** The first message of that title for this device, decrypted, once it has arrived. */
    async next(title) {
      let found: string | undefined
      const look = async () => {
        found = (await messages()).find((text) => title.test(JSON.parse(text).title))
        return found
      }
      await expect.poll(look, { timeout: 30_000 }).toBeDefined()
      return found as string
    },
  }
}

/**
 * Delivers a message to the page's service worker, as the browser does after decrypting it, and waits until it is
 * shown: Chromium forgets a notification when it is asked for the list while that one is being shown.
 */
export async function deliver(page: Page, text: string): Promise<void> {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('there is no service worker')
  await worker.evaluate(`{
    const { showNotification } = registration
    globalThis.shown = new Promise((resolve, reject) => {
      registration.showNotification = (...given) => {
        registration.showNotification = showNotification
        const showing = showNotification.apply(registration, given)
        showing.then(resolve, reject)
        return showing
      }
    })
    null
  }`)
  const session: CDPSession = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${world.url}/`)
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: world.url,
    registrationId: await registered,
    data: text,
  })
  await worker.evaluate('shown')
  await session.detach()
}

/** Clicks the notification with that tag; resolves with the address that the worker opens, or whose page it brings forward. */
export async function clickNotification(
  worker: Worker,
  tag: string,
): Promise<{ opened: string } | { focused: string } | null> {
  // Only a real tap may open or focus a window, so the attempt is recorded instead.
  return worker.evaluate(`(async () => {
    const [notification] = await registration.getNotifications({ tag: ${JSON.stringify(tag)} })
    let outcome = null
    clients.openWindow = async (address) => { outcome = { opened: String(address) } }
    WindowClient.prototype.focus = async function () { outcome = { focused: this.url } }
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
    for (let look = 0; look < 50 && outcome === null; look++) await new Promise((go) => setTimeout(go, 20))
    return outcome
  })()`)
}
