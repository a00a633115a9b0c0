/**
 * `npm run screenshots -- [address]`: every screen of a running world at both widths and in both languages, and in
 * the light theme at the larger, into `screenshots/`, for review. The demonstration's fan deposits, buys and requests
 * a withdrawal first, so that lists have something to show.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ensureBrowser } from './browser.ts'

const address = process.argv[2] ?? 'http://localhost:3000'
const FOLDER = join(import.meta.dirname, '../screenshots')
const FAN = { email: 'fan@tune.test', password: 'Plateia@2026' }
const ADMIN = { email: 'admin@tune.test', password: 'Palco@2026' }
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
const VIEWS = [
  { size: PHONE, language: 'pt', theme: 'dark' },
  { size: DESKTOP, language: 'pt', theme: 'dark' },
  { size: PHONE, language: 'en', theme: 'dark' },
  { size: DESKTOP, language: 'en', theme: 'dark' },
  { size: DESKTOP, language: 'pt', theme: 'light' },
] as const

/** A screen, and the button that opens something over it; by the same name in both languages, or by its position. */
type Shot = { name: string; path: string; open?: (page: Page) => Promise<void>; phoneOnly?: true }

const STRANGERS: Shot[] = [
  { name: 'login', path: '/' },
  { name: 'register', path: '/register' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password' },
  { name: 'not-found', path: '/nowhere' },
]
const FANS: Shot[] = [
  { name: 'dashboard', path: '/dashboard' },
  { name: 'help', path: '/dashboard', open: press('header button[data-tour="help"]') },
  { name: 'menu', path: '/dashboard', open: press('header button'), phoneOnly: true },
  { name: 'beta', path: '/dashboard', open: press('header button:has-text("BETA")') },
  { name: 'news', path: '/dashboard', open: press('header [data-tour="news"] button') },
  { name: 'sample', path: '/dashboard', open: press('section[aria-labelledby="sample-name"] button') },
  { name: 'payment', path: 'first_lot' },
  { name: 'auction', path: 'auction' },
  {
    name: 'bid',
    path: 'auction',
    open: (page) => page.getByRole('button', { name: /^(Enviar lance|Place bid)$/ }).click(),
  },
  { name: 'project', path: 'page' },
  { name: 'shelf', path: '/shelf' },
  { name: 'first-play', path: '/shelf', open: press('main article button') },
  { name: 'bids', path: '/bids' },
  { name: 'security', path: '/shelf/security' },
  { name: 'deposit', path: '/deposit' },
  { name: 'redeem-balance', path: '/redeem-balance' },
  { name: 'statement', path: '/statement' },
  { name: 'receipt', path: 'receipt' },
  { name: 'register-project', path: '/register-project' },
  { name: 'support', path: '/support' },
]
const ADMINS: Shot[] = [
  { name: 'admin-dashboard', path: '/admin/dashboard' },
  { name: 'admin-activity', path: '/admin/activity' },
  { name: 'admin-projects', path: '/admin/projects' },
  { name: 'admin-create-project', path: '/admin/projects/create' },
  { name: 'admin-artists', path: '/admin/artists' },
  { name: 'admin-users', path: '/admin/users' },
  { name: 'admin-support', path: '/admin/support' },
  ...['withdrawals', 'refunds', 'stuck', 'unmatched', 'debts', 'proposals'].map((tab) => ({
    name: `admin-requests-${tab}`,
    path: `/admin/requests?tab=${tab}`,
  })),
  ...['audit', 'jobs', 'chain', 'webhooks', 'ledger', 'troubles'].map((tab) => ({
    name: `admin-logs-${tab}`,
    path: `/admin/logs?tab=${tab}`,
  })),
  { name: 'admin-accounting', path: '/admin/accounting' },
  { name: 'admin-invoices', path: '/admin/invoices' },
  { name: 'admin-team', path: '/admin/team' },
  { name: 'admin-guide', path: '/admin/guide' },
  { name: 'admin-project', path: 'admin-project' },
  { name: 'admin-artist', path: 'admin-artist' },
  { name: 'admin-person', path: 'admin-person' },
  { name: 'admin-payment', path: 'admin-payment' },
  { name: 'admin-request', path: 'admin-request' },
]

function press(selector: string): NonNullable<Shot['open']> {
  return (page) => page.locator(selector).first().click()
}

type View = (typeof VIEWS)[number]

async function take(browser: Browser, view: View, who: typeof FAN | null, shots: Shot[]): Promise<void> {
  const context = await browser.newContext({
    viewport: view.size,
    locale: view.language === 'pt' ? 'pt-BR' : 'en-US',
    timezoneId: 'America/Sao_Paulo',
    baseURL: address,
    reducedMotion: 'reduce',
  })
  await context.addInitScript((theme) => localStorage.setItem('theme', theme), view.theme)
  const page = await context.newPage()
  page.on('pageerror', (fault) => process.stderr.write(`${page.url()}: ${fault.message}\n`))
  const places: Record<string, string> = who ? await enter(page, who) : {}
  for (const { name, path, open, phoneOnly } of shots) {
    if (phoneOnly && view.size !== PHONE) continue
    await page.goto(places[path] ?? path)
    await page.waitForLoadState('networkidle')
    await open?.(page)
    // Transitions have finished, and pictures below the fold have been requested.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.waitForTimeout(700)
    await page.evaluate('scrollTo(0, 0)')
    const file = `${name}-${view.size.width}-${view.language}${view.theme === 'light' ? '-light' : ''}.png`
    await page.screenshot({ path: join(FOLDER, file), fullPage: !open })
    process.stdout.write(`${file}\n`)
  }
  await context.close()
}

/** Signs in, and finds a project in each phase. */
async function enter(page: Page, who: typeof FAN): Promise<Record<string, string>> {
  await page.goto('/')
  await page.locator('input[type=email]').fill(who.email)
  await page.locator('input[type=password]').fill(who.password)
  const answered = page.waitForResponse((response) => response.url().includes('/auth/v1/token'))
  await page.keyboard.press('Enter')
  const { access_token: token } = (await (await answered).json()) as { access_token: string }
  await page.waitForURL(/dashboard/)
  const projects = await call<{ uid: string; phase: string }[]>(token, '/projects')
  const uidOf = (phase: string) => projects.find((project) => project.phase === phase)?.uid ?? ''
  if (who === FAN) await liveALittle(token, uidOf('first_lot'))
  if (who === ADMIN) return officePages(token)
  const [movement] = await call<{ id: string }[]>(token, '/statement')
  return {
    first_lot: `/payment/${uidOf('first_lot')}`,
    auction: `/auction/${uidOf('auction')}`,
    page: `/p/${uidOf('auction')}`,
    receipt: `/statement/${movement?.id}`,
  }
}

/** A page of the back office for each kind of thing: of the fan's things where there are others. */
async function officePages(token: string): Promise<Record<string, string>> {
  const first = async (path: string) =>
    (await call<{ uid: string; id: number }[]>(token, `/admin/${path}`))[0]
  const [project, artist, person, payment, request] = await Promise.all([
    first('projects'),
    first('artists'),
    first(`users?search=${FAN.email}`),
    first(`activity?search=${FAN.email}`),
    first(`support?search=${FAN.email}`),
  ])
  return {
    'admin-project': `/admin/projects/${project?.uid}`,
    'admin-artist': `/admin/artists/${artist?.uid}`,
    'admin-person': `/admin/users/${person?.uid}`,
    'admin-payment': `/admin/activity/${payment?.uid}`,
    'admin-request': `/admin/support/${request?.id}`,
  }
}

/** Once per world: money in, a $TUNE, and some of the money out. */
async function liveALittle(token: string, project: string): Promise<void> {
  const movements = () => call<unknown[]>(token, '/statement')
  if ((await movements()).length > 0) return
  await call(token, '/buy-token', {
    paymentMethodId: 'pm_card_visa',
    amount: 20_000,
    typeBuy: 'balance',
    UID: '',
  })
  for (let looks = 0; looks < 100 && (await movements()).length === 0; looks++) await sleep(200)
  await call(token, '/buy-token-balance', { typeBuy: 'mint', UID: project })
  await call(token, '/redeem-balance', { pixKeyType: 'email', pixKey: FAN.email, amount: 4000 })
  await ask(token)
}

/** A request to support, as the product sends it. */
async function ask(token: string): Promise<void> {
  const settings = await fetch(`${address}/config.json`)
  const { anonKey } = (await settings.json()) as { anonKey: string }
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string
  }
  const answer = await fetch(`${address}/rest/v1/support_requests`, {
    method: 'POST',
    headers: { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: sub, subject: 'Compras', message: 'Meu $TUNE não tocou.' }),
  })
  if (!answer.ok) throw new Error(`support_requests answered ${answer.status}: ${await answer.text()}`)
}

async function call<Data>(token: string, path: string, body?: object): Promise<Data> {
  const answer = await fetch(`${address}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: Data }).data
}

await mkdir(FOLDER, { recursive: true })
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const view of VIEWS) {
  await take(browser, view, null, STRANGERS)
  await take(browser, view, FAN, FANS)
  await take(browser, view, ADMIN, ADMINS)
}
await browser.close()
