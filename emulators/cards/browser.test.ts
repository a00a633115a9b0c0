// @module-tag release
/**
 * A page with the unchanged @stripe/stripe-js and React components pays in a real browser: the card is typed into the
 * emulator's frames, the server confirms with the official client, and 3-D Secure is answered in its own frame.
 */
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import type Stripe from 'stripe'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort, type RunningEmulator } from '../testing.ts'
import { PUBLISHABLE_KEY, startCards, stripeClient } from './harness.ts'

const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const YEAR = String(new Date().getFullYear() + 3).slice(2)

let cards: RunningEmulator
let stripe: Stripe
let vite: ViteDevServer
let shop: Server
let shopUrl: string
let browser: Browser
let page: Page
let faults: string[]

beforeAll(async () => {
  cards = await startCards()
  stripe = stripeClient(cards.origin)
  const port = await freePort()
  shopUrl = `http://127.0.0.1:${port}`
  vite = await createVite({
    root: join(import.meta.dirname, 'testing'),
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    cacheDir: join(cards.dataDir, 'vite'),
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: {
      include: ['react', 'react-dom/client', 'react/jsx-dev-runtime', '@stripe/react-stripe-js'],
    },
  })
  shop = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', shopUrl)
    if (url.pathname === '/') {
      const scripts = `<script src="${cards.origin}/stripe/v3/stripe.js"></script><script type="module" src="/shop.jsx"></script>`
      const locale = url.searchParams.get('locale') ?? 'pt-BR'
      response.setHeader('content-type', 'text/html')
      response.end(
        `<!doctype html><html><head><title>Shop</title><link rel="icon" href="data:,"></head>` +
          `<body data-key="${PUBLISHABLE_KEY}" data-locale="${locale}"><div id="root"></div>${scripts}</body></html>`,
      )
    } else if (url.pathname === '/intent') {
      const intent = await stripe.paymentIntents.create({ amount: 1000, currency: 'brl' })
      response.end(JSON.stringify({ clientSecret: intent.client_secret }))
    } else {
      vite.middlewares(request, response)
    }
  })
  await new Promise<void>((resolve) => shop.listen(port, '127.0.0.1', resolve))
  browser = await chromium.launch({
    ...(existsSync(DEBIAN_CHROMIUM) ? { executablePath: DEBIAN_CHROMIUM } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
})
afterAll(async () => {
  await browser.close()
  await vite.close()
  await new Promise((resolve) => {
    shop.close(resolve)
    shop.closeAllConnections()
  })
  await cards.remove()
})

beforeEach(async () => {
  faults = []
  page = await browser.newPage()
  page.setDefaultTimeout(15_000)
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    // A refused payment is an HTTP 402, which browsers report on the console.
    const isRefusal = message.text().includes('402')
    if (['error', 'warning'].includes(message.type()) && !isRefusal) faults.push(message.text())
  })
})
afterEach(async () => {
  await page.close()
  expect(faults).toEqual([])
})

async function typeCard(number: string, names = PORTUGUESE) {
  const field = (title: string) => page.frameLocator(`iframe[title$="${title}"]`).getByLabel(title)
  await field(names.number).fill(number)
  await field(names.expiry).fill(`12/${YEAR}`)
  await field(names.cvc).fill('123')
}
const PORTUGUESE = { number: 'Número do cartão', expiry: 'Data de validade', cvc: 'Código de segurança' }
const ENGLISH = { number: 'Card number', expiry: 'Expiration date', cvc: 'Security code' }

const result = () => page.getByRole('status')
const challenge = () => page.frameLocator('iframe[title="Autenticação 3D Secure"]')

describe('card fields', () => {
  it('pay with a good card, formatted as it is typed, unseen by the page', async () => {
    await page.goto(shopUrl)
    await typeCard('4242424242424242')
    const number = page.frameLocator('iframe[title$="Número do cartão"]').locator('[name=cardnumber]')
    expect(await number.inputValue()).toBe('4242 4242 4242 4242')
    const frame = page.frames().find((one) => one.url().includes('type=cardNumber'))
    const color = await frame?.evaluate("getComputedStyle(document.querySelector('input')).color")
    expect(color).toBe('rgb(1, 2, 3)')
    await page.getByRole('button', { name: 'Pay' }).click()
    await result().getByText('succeeded').waitFor()
    const [intent] = (await stripe.paymentIntents.list({ limit: 1 })).data
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1000 })
    expect(await page.locator('#last-change').textContent()).toBe('cardCvc complete')
    expect(await page.content()).not.toContain('4242 4242')
  })

  it('speak the language of the page when the bank declines', async () => {
    await page.goto(shopUrl)
    await typeCard('4000000000000002')
    await page.getByRole('button', { name: 'Pay' }).click()
    await result().getByText('Seu cartão foi recusado.').waitFor()
    await page.goto(`${shopUrl}/?locale=en`)
    await typeCard('4000000000000002', ENGLISH)
    await page.getByRole('button', { name: 'Pay' }).click()
    await result().getByText('Your card was declined.').waitFor()
  })

  it('say what is missing before anything is sent', async () => {
    await page.goto(shopUrl)
    await typeCard('4242 4242 4242')
    await page.getByRole('button', { name: 'Pay' }).click()
    await result().getByText('O número do seu cartão está incompleto.').waitFor()
  })

  it('make a token', async () => {
    await page.goto(shopUrl)
    await typeCard('5555555555554444')
    await page.getByRole('button', { name: 'Tokenize' }).click()
    await result()
      .getByText(/^tok_.* mastercard 4444$/)
      .waitFor()
  })
})

describe('3-D Secure', () => {
  it('is approved in its frame', async () => {
    await page.goto(shopUrl)
    await typeCard('4000000000003220')
    await page.getByRole('button', { name: 'Pay' }).click()
    await challenge().locator('#test-source-authorize-3ds').click()
    await result().getByText('succeeded').waitFor()
    expect(await page.locator('iframe[title="Autenticação 3D Secure"]').count()).toBe(0)
  })

  it('is refused in its frame', async () => {
    await page.goto(shopUrl)
    await typeCard('4000002760003184')
    await page.getByRole('button', { name: 'Pay' }).click()
    await challenge().getByRole('button', { name: 'Recusar' }).click()
    await result().getByText('Não foi possível autenticar').waitFor()
  })

  it('is passed and the bank still declines', async () => {
    await page.goto(shopUrl)
    await typeCard('4000008400001629')
    await page.getByRole('button', { name: 'Pay' }).click()
    await challenge().getByRole('button', { name: 'Autorizar' }).click()
    await result().getByText('Seu cartão foi recusado.').waitFor()
  })
})
