/** What every journey needs: a browser that fails on console errors, the inbox, the database, a card. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  test as base,
  chromium,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import postgres from 'postgres'
import { ensureBrowser, ensureWindowlessBrowser } from '../scripts/browser.ts'
import type { World } from '../scripts/start-world.ts'

/** The running world: shared by all files, unless a file has moved to one of its own. */
const shared: World = JSON.parse(process.env.SHARED_WORLD as string)
export let world = shared
/** From here on this file's visits, mails and queries go to another world. */
export function moveTo(other: World): void {
  world = other
}

export const PASSWORD = 'Estrela-Guia#2026'
export const DEMO_ADMIN = { email: 'admin@tune.test', password: 'Palco@2026' }
export const DEMO_FAN = { email: 'fan@tune.test', password: 'Plateia@2026' }

/** Marks a test that runs in `npm run test:all` alone: an edge, a look or a language rather than the main job (docs/tests.md). */
export const RELEASE = { tag: '@release' }

/** Where `SHOTS=1` puts pictures of the screens on the way. */
const SHOTS = join(import.meta.dirname, 'screenshots')
/** A busy machine needs many times what a quiet one does. */
const PATIENCE_MS = 60_000
/** What browsers say about the line itself, when a page is left or a network changes: no fault of the page. */
const OWN_NOISE =
  /WebSocket is closed before the connection is established|net::ERR_ABORTED|net::ERR_NETWORK_CHANGED/
export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }

/** What a file or a group says with `test.use`. */
type BrowserOptions = {
  /**
   * The browser as people have it, with animations and service workers: for journeys about what a browser does around a page
   * (tabs, installing, workers, media, links from elsewhere), and the longest ones.
   */
  whole: boolean
  /** Its default text size in pixels. */
  textPx: number
}
let wanted: BrowserOptions = { whole: false, textPx: 16 }
/** By their options: each process keeps its browsers for all its files. */
const launched = new Map<string, Promise<Browser>>()

/** The running test's browser. */
export function theBrowser(): Promise<Browser> {
  const { whole, textPx } = wanted
  const key = JSON.stringify(wanted)
  const browser =
    launched.get(key) ??
    chromium.launch({
      executablePath: whole ? ensureBrowser() : ensureWindowlessBrowser(),
      args: [
        `--blink-settings=defaultFontSize=${textPx}`,
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
      ],
    })
  launched.set(key, browser)
  return browser
}

export type Visit = { context: BrowserContext; page: Page; faults: string[]; end: () => Promise<void> }

/** What has been visited in this test and not yet ended. */
const open = new Set<Visit>()

/** A failed test says what each page showed, so that a failure that does not come again can still be explained. */
export const test = base.extend<BrowserOptions & { visits: null }, { browsers: null }>({
  whole: [false, { option: true }],
  textPx: [16, { option: true }],
  visits: [
    async ({ whole, textPx }, use, info) => {
      wanted = { whole, textPx }
      await use(null)
      const hasFailed = info.status !== info.expectedStatus
      for (const visited of [...open]) {
        if (hasFailed)
          await info.attach('pages', { body: await describePages(visited), contentType: 'text/plain' })
        await (hasFailed ? visited.context.close() : visited.end())
      }
      open.clear()
    },
    { auto: true },
  ],
  browsers: [
    // Playwright wants its first argument taken apart, even where nothing of it is used.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      await use(null)
      for (const browser of launched.values()) await (await browser).close()
    },
    { auto: true, scope: 'worker' },
  ],
})
export { expect }

/**
 * A fresh browser profile whose toasts are recorded from its first page on. It ends with the test, or before by `end`, which
 * fails on any console error that was not `allowed`.
 */
export async function visit(
  options: { viewport?: typeof PHONE; locale?: string; timezone?: string; allowed?: RegExp } = {},
): Promise<Visit> {
  const context = await (await theBrowser()).newContext({
    viewport: options.viewport ?? PHONE,
    locale: options.locale ?? 'pt-BR',
    timezoneId: options.timezone ?? 'America/Sao_Paulo',
    baseURL: world.url,
    ...(!wanted.whole && { reducedMotion: 'reduce' }),
  })
  context.setDefaultTimeout(PATIENCE_MS)
  // One that never comes: Playwright's own way answers `register` with nothing, which no browser does.
  if (!wanted.whole)
    await context.addInitScript(
      'if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => {})',
    )
  await context.addInitScript({ path: join(import.meta.dirname, 'record-page.js') })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    const isFault = message.type() === 'error' || message.type() === 'warning'
    if (isFault && !OWN_NOISE.test(text) && !options.allowed?.test(text))
      faults.push(`${text} (${message.location().url})`)
  })
  page.on('pageerror', (fault) => faults.push(fault.message))
  const visited: Visit = {
    context,
    page,
    faults,
    async end() {
      open.delete(visited)
      // Closing the context logs errors of its own, for instance for websockets that are still connecting.
      const found = [...faults]
      await context.close()
      expect(found).toEqual([])
    },
  }
  open.add(visited)
  return visited
}

async function describePages({ context, faults }: Visit): Promise<string> {
  const parts: string[] = []
  for (const page of context.pages()) {
    // What lies over the screen first: of a long text the report shows the beginning alone.
    const texts = [page.getByRole('dialog'), page.getByRole('main'), page.locator('body')].map((part) =>
      part.allInnerTexts().catch(String),
    )
    const text = (await Promise.all(texts)).flat().join('\n')
    const presses = await page.evaluate<string[]>('window.presses ?? []').catch(String)
    parts.push(
      `${[presses].flat().join('\n')}\nThe test failed on ${page.url()}, which showed:\n${text.slice(0, 2000)}`,
    )
  }
  if (faults.length > 0) parts.push(`Console:\n${faults.join('\n')}`)
  return parts.join('\n\n')
}

/** Silences the websocket, so that only what is done on the page changes it. Call before the page opens. */
export async function silenceLive(page: Page): Promise<void> {
  await page.routeWebSocket(/\/realtime\//, () => {})
}

export async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS !== '1') return
  await mkdir(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true })
}

export type InboxMail = { id: number; subject: string; text: string; links: string[] }

/** The newest mail to an address whose subject matches, once it has arrived. */
export async function mailTo(address: string, subject: RegExp): Promise<InboxMail> {
  let found: InboxMail | undefined
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${world.emulators}/mail/messages?to=${encodeURIComponent(address)}`)
        found = ((await answer.json()) as InboxMail[]).find((mail) => subject.test(mail.subject))
        return found
      },
      { timeout: PATIENCE_MS },
    )
    .toBeDefined()
  return found as InboxMail
}

/** Answers the dialog that asks for a proof, over whatever needs one. */
export async function proveByPassword(page: Page, password = PASSWORD): Promise<void> {
  const proof = page.getByRole('dialog', { name: '_confirme que é você' })
  await proof.getByLabel('Sua senha').fill(password)
  await page.keyboard.press('Enter')
  await proof.waitFor({ state: 'detached' })
}

/** The address of our page behind a mail's button. */
export function linkIn({ subject, links }: InboxMail): string {
  const link = links.find((address) => ['/link', '/not-me'].includes(new URL(address).pathname))
  if (!link) throw new Error(`The mail "${subject}" leads nowhere: ${links.join(' ')}`)
  return link
}

/** The labels of the buttons on the pages that mails lead to. */
export const MAIL_BUTTON =
  /^(Confirmar meu e-mail|Escolher nova senha|Confirmar troca|Aceitar convite|Confirm my e-mail|Choose a new password)$/

/** Opens the page that the newest mail of that subject leads to, and presses its one button. */
export async function followMail(page: Page, address: string, subject: RegExp): Promise<void> {
  await page.goto(linkIn(await mailTo(address, subject)))
  await page.getByRole('button', { name: MAIL_BUTTON }).click()
}

/** Resolves once the service worker has cached its files and controls the page. */
export async function untilControlled(page: Page): Promise<void> {
  const state = () => page.evaluate(`navigator.serviceWorker.controller?.state ?? null`).catch(() => null)
  await expect.poll(state, { timeout: PATIENCE_MS }).toBe('activated')
}

/** PIX is preselected, or the wallet where it covers the price. */
export async function chooseCard(page: Page): Promise<void> {
  const wallet = page.getByRole('switch', { name: /Pagar com saldo/ })
  const card = page.getByRole('radio', { name: 'Cartão', exact: true })
  await wallet.or(card).first().waitFor()
  if ((await wallet.count()) > 0 && (await wallet.isChecked())) await wallet.click()
  await card.click()
}

/** Presses the last that is visible, if one is. What goes by itself meanwhile is not waited for, as a click would. */
export async function pressIfThere(found: Locator): Promise<void> {
  await found
    .filter({ visible: true })
    .evaluateAll((elements: { click(): void }[]) => elements.at(-1)?.click())
}

/** Chooses the card and fills in the processor's fields, each in an iframe of its own. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await chooseCard(page)
  const field = (title: string, label: string) =>
    page.frameLocator(`iframe[title$="${title}"]`).getByLabel(label)
  await field('Número do cartão', 'Número do cartão').fill(number)
  await field('Data de validade', 'Data de validade').fill('12 / 34')
  await field('Código de segurança', 'Código de segurança').fill('123')
  // What is typed is known to the page a moment later.
  await expect(page.locator('.StripeElement--empty')).toHaveCount(0)
  // A press in the frame in which the page is scrolled goes to the processor's field that was there before: the browser finds frames of
  // other sites by where they were last drawn.
  const send = page
    .locator('form')
    .filter({ has: page.locator('.StripeElement') })
    .locator('[type=submit]')
  await send.last().scrollIntoViewIfNeeded()
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
}

export async function withDatabase<Value>(work: (sql: postgres.Sql) => Promise<Value>): Promise<Value> {
  const sql = postgres(world.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
