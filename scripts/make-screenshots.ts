/**
 * Takes the pictures that a device shows before it installs the application, into web/public/screenshots. They are
 * committed; run this against a fresh demonstration world after changing the look: `node scripts/make-screenshots.ts
 * http://localhost:3000`.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { ensureBrowser } from './browser.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'

const FOLDER = join(import.meta.dirname, '../web/public/screenshots')
const NARROW = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
const WIDE = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 }
const [, fan] = DEMO_ACCOUNTS

const url = process.argv[2] ?? 'http://localhost:3000'
await mkdir(FOLDER, { recursive: true })
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox'] })
try {
  const narrow = await signIn(browser, NARROW)
  await keep(narrow, 'dashboard-narrow')
  await narrow
    .getByRole('link', { name: /Janela Acesa/ })
    .first()
    .click()
  await narrow.waitForURL('**/auction/**')
  await narrow.getByRole('heading', { name: 'Janela Acesa' }).waitFor()
  await keep(narrow, 'auction-narrow')
  await keep(await signIn(browser, WIDE), 'dashboard-wide')
} finally {
  await browser.close()
}

async function signIn(browser: Browser, size: typeof NARROW): Promise<Page> {
  const page = await browser.newPage({ ...size, locale: 'pt-BR', baseURL: url })
  await page.goto('/')
  await page.locator('input[type="email"]').fill(fan.email)
  await page.locator('input[type="password"]').fill(fan.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL('**/dashboard')
  const work = page.getByRole('heading', { name: 'Maré Cheia' })
  const tour = page.getByRole('dialog')
  await work.or(tour).first().waitFor()
  // The walkthrough appears once, on top of everything else.
  if (await tour.isVisible()) await page.keyboard.press('Escape')
  await work.waitFor()
  return page
}

async function keep(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await sharp(await page.screenshot())
    .webp({ quality: 70, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`))
}
