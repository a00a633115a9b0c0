/** What every journey needs: a browser that tolerates no console error, the inbox, the database, a card. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import postgres from 'postgres'
import { expect, inject } from 'vitest'
import { ensureBrowser } from '../scripts/browser.ts'
import type { World } from './world.ts'

/** Where everything happens: the world that all files share, unless a file has gone to one of its own. */
export let world: World = inject('world')
/** From here on this file's visits, mails and queries are of another world. */
export function moveTo(other: World): void {
  world = other
}

export const PASSWORD = 'Estrela#2026'
export const DEMO_ADMIN = { email: 'admin@tune.test', password: 'Palco@2026' }
export const DEMO_FAN = { email: 'fan@tune.test', password: 'Plateia@2026' }

const SHOTS = join(import.meta.dirname, 'screenshots')
export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }

/** `textPx`: the size of text that the person has set in the browser; 16 is what it comes with. */
export async function launch(options: { textPx?: number } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureBrowser(),
    args: [
      `--blink-settings=defaultFontSize=${options.textPx ?? 16}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
}

export type Visit = { context: BrowserContext; page: Page; faults: string[]; end: () => Promise<void> }

/** A new person at a new device with everything that a browser has. `end` fails on any console error that was not `allowed`. */
export async function visit(
  browser: Browser,
  options: { viewport?: typeof PHONE; locale?: string; allowed?: RegExp } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: options.viewport ?? PHONE,
    locale: options.locale ?? 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    baseURL: world.url,
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    const isFault = message.type() === 'error' || message.type() === 'warning'
    if (isFault && !options.allowed?.test(text)) faults.push(`${text} (${message.location().url})`)
  })
  page.on('pageerror', (fault) => faults.push(fault.message))
  return {
    context,
    page,
    faults,
    async end() {
      // What a browser says of a line that is cut while it is being made is of our own doing.
      const found = [...faults]
      await context.close()
      expect(found).toEqual([])
    },
  }
}

/** The live line says nothing: what is on the screen changes by what is done there alone. Before the page opens. */
export async function silenceLive(page: Page): Promise<void> {
  await page.routeWebSocket(/\/realtime\//, () => {})
}

export async function shot(page: Page, name: string): Promise<void> {
  await mkdir(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true })
}

export type InboxMail = { subject: string; text: string; links: string[] }

/** The newest mail to an address whose subject fits, as soon as it has come. */
export async function mailTo(address: string, subject: RegExp): Promise<InboxMail> {
  let found: InboxMail | undefined
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${world.emulators}/mail/messages?to=${encodeURIComponent(address)}`)
        found = ((await answer.json()) as InboxMail[]).find((mail) => subject.test(mail.subject))
        return found
      },
      { timeout: 20_000 },
    )
    .toBeDefined()
  return found as InboxMail
}

/** Our own page behind the button of a mail. */
export function linkIn({ subject, links }: InboxMail): string {
  const link = links.find((address) => new URL(address).pathname === '/link')
  if (!link) throw new Error(`The mail "${subject}" leads nowhere: ${links.join(' ')}`)
  return link
}

/** What the button of each page behind a mail says. */
export const MAIL_BUTTON =
  /^(Confirmar meu e-mail|Escolher nova senha|Confirmar troca|Aceitar convite|Confirm my e-mail|Choose a new password)$/

/** Opens the page behind the newest mail of that subject, and presses its one button. */
export async function followMail(page: Page, address: string, subject: RegExp): Promise<void> {
  await page.goto(linkIn(await mailTo(address, subject)))
  await page.getByRole('button', { name: MAIL_BUTTON }).click()
}

/** Resolves once the service worker has kept its files and answers for the page. */
export async function untilControlled(page: Page): Promise<void> {
  const state = () => page.evaluate(`navigator.serviceWorker.controller?.state ?? null`).catch(() => null)
  await expect.poll(state, { timeout: 30_000 }).toBe('activated')
}

/** PIX comes first. */
export async function chooseCard(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Cartão', exact: true }).click()
}

/** Chooses the card and fills the processor's fields, each in a frame of its own. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await chooseCard(page)
  const field = (title: string, label: string) =>
    page.frameLocator(`iframe[title$="${title}"]`).getByLabel(label)
  await field('Número do cartão', 'Número do cartão').fill(number)
  await field('Data de validade', 'Data de validade').fill('12 / 34')
  await field('Código de segurança', 'Código de segurança').fill('123')
}

export async function withDatabase<Value>(work: (sql: postgres.Sql) => Promise<Value>): Promise<Value> {
  const sql = postgres(world.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
