/** A device that takes news: the push service's side is emulated, as a browser's own is not reachable here. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession, Page, Worker } from 'playwright-core'
import { expect } from 'vitest'
import { createPushBrowser } from '#server/testing/push-browser.ts'
import { world } from './fixtures.ts'

export type PushDevice = { endpoint: string; next: (title: RegExp) => Promise<string> }

/** Lets the page's PushManager answer with a subscription at the emulated service. Before the page is opened. */
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
    /** What arrives for this device, decrypted, as soon as one of that title has come. */
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

/** Hands the page's worker a message, as the browser does after decrypting it. */
export async function deliver(page: Page, text: string): Promise<void> {
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
  await session.detach()
}

/** Clicks the notification with that tag; resolves with the address the worker wants to open, or null when it opens none. */
export async function clickNotification(worker: Worker, tag: string): Promise<string | null> {
  // Only a real tap may open a window, so what it would open is noted instead.
  return worker.evaluate(`(async () => {
    const [notification] = await registration.getNotifications({ tag: ${JSON.stringify(tag)} })
    let opened = null
    clients.openWindow = async (address) => { opened = String(address) }
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
    for (let look = 0; look < 50 && opened === null; look++) await new Promise((go) => setTimeout(go, 20))
    return opened
  })()`)
}
