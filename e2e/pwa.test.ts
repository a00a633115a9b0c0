/** The installed application: offline, updates and push messages. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { ensureBrowser } from '../scripts/browser.ts'
import { closeDialog, expectAccessible } from './accessibility.ts'
import { bid, newAuction } from './auctions.ts'
import {
  expect,
  PHONE,
  RELEASE,
  shot,
  test,
  untilControlled,
  visit,
  withDatabase,
  world,
} from './fixtures.ts'
import { startFront } from './front.ts'
import { enter, newFan } from './people.ts'
import { clickNotification, deliver, givePushService } from './push-device.ts'

test.use({ whole: true })

const registration = 'navigator.serviceWorker.getRegistration()'

/** The paths of everything in the application's caches. */
const kept = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(stores.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })()`)

/** Puts a file into a cache, as an earlier version would have. */
const keep = (page: Page, store: string, path: string) =>
  page.evaluate(`caches.open('${store}').then((cache) => cache.put('${path}', new Response('')))`)

test('a browser offers to install it', RELEASE, async () => {
  // Private windows do not install applications.
  const folder = await mkdtemp(join(tmpdir(), 'tune-installed-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: ensureBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
    locale: 'pt-BR',
  })
  try {
    const page = await context.newPage()
    await page.goto(world.url)
    await untilControlled(page)
    await page.locator('link[rel=manifest]').waitFor({ state: 'attached' })
    const session = await context.newCDPSession(page)
    const { errors, data } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const manifest = JSON.parse(data ?? '')
    expect(manifest).toMatchObject({
      name: 'Tune',
      display: 'standalone',
      lang: 'pt-BR',
      start_url: '/dashboard',
    })
    expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
    for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
      const answer = await context.request.get(`${world.url}${src}`)
      expect([src, answer.status(), answer.headers()['content-type']]).toEqual([src, 200, type])
      const { width, height } = await sharp(await answer.body()).metadata()
      expect([src, `${width}x${height}`]).toEqual([src, sizes])
    }
    for (const { url } of manifest.shortcuts)
      expect((await context.request.get(`${world.url}${url}`)).ok()).toBe(true)
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('only files with a hash are cached', RELEASE, async () => {
  for (const path of ['/sw.js', '/', '/dashboard', '/manifest.webmanifest', '/config.json']) {
    expect([path, (await fetch(`${world.url}${path}`)).headers.get('cache-control')]).toEqual([
      path,
      'no-cache',
    ])
  }
  const [script] = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(world.url)).text()) ?? []
  expect((await fetch(`${world.url}${script}`)).headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  )
})

test('offline it says what it cannot show, caches no balances, and recovers by itself', async () => {
  const fan = await newFan({ centavos: 4200 })
  const visitor = await visit({ allowed: /ERR_INTERNET_DISCONNECTED|WebSocket/ })
  const { page, context } = visitor
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, fan, '/dashboard?search=maré')
  await page.getByRole('heading', { name: 'Maré Cheia' }).waitFor()
  await untilControlled(page)
  // The service worker has now seen every request: the balance, the projects, the covers.
  await page.reload()
  await page.getByRole('heading', { name: 'Maré Cheia' }).waitFor()
  const files = await kept(page)
  expect(files).toContain('/index.html')
  expect(files.filter((path) => !/^\/(index\.html$|theme\.js$|icon\.svg$|assets\/)/.test(path))).toEqual([])
  // Screens that were not opened, but nothing of the back office.
  expect(files.filter((path) => /\/(auction-screen|withdrawals)-/.test(path)).length).toBeGreaterThan(2)
  expect(files.filter((path) => /back-office|admin-router|logs-screen/.test(path))).toEqual([])

  await context.setOffline(true)
  await page.getByText('Sem internet. O que está na tela pode ter mudado').waitFor()
  await expectAccessible(page, 'the offline notice')
  await shot(page, 'offline-notice')
  await page.goto('/shelf')
  await page.getByRole('heading', { name: '_sem internet' }).waitFor()
  expect(await page.locator('body').innerText()).not.toMatch(/R\$\s?\d/)
  await expectAccessible(page, 'offline')
  await shot(page, 'offline')
  await context.setOffline(false)
  await page
    .getByRole('heading', { name: '_minha estante' })
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor()
  await page.getByRole('heading', { name: '_sem internet' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/shelf')
})

test('a new version takes over when it disturbs nobody, and says so', async () => {
  let version = 1
  const front = await startFront((built) => `${built}\n// ${version}`)
  const visitor = await visit()
  const { page } = visitor
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  let loads = 0
  page.on('load', () => {
    loads++
  })
  try {
    await page.goto(`${front.url}/`)
    await untilControlled(page)
    expect(loads).toBe(1)
    await page.getByLabel('Email').or(page.getByLabel('E-mail')).first().fill('ana@tune.test')
    await keep(page, 'tune-long-ago', '/assets/long-ago.js')
    await keep(page, 'tune-before', '/assets/before.js')
    version = 2
    await page.evaluate(`${registration}.then((one) => one.update()).then(() => undefined)`)
    await expect.poll(() => said).toContain('Nova versão disponível. A página será recarregada.')
    // While somebody types, the page does not reload, however often it checks.
    const waits = () => page.evaluate(`${registration}.then((one) => one.waiting !== null)`)
    await expect.poll(waits, { timeout: 30_000 }).toBe(true)
    expect(loads).toBe(1)
    await page.getByLabel('Email').or(page.getByLabel('E-mail')).first().fill('')
    await page.evaluate(
      `document.activeElement.blur(), document.body.append(document.createElement('iframe'))`,
    )
    expect(loads).toBe(1)
    await page.evaluate(`document.querySelector('iframe').remove()`)
    await expect.poll(() => loads, { timeout: 15_000 }).toBe(2)
    await untilControlled(page)
    expect(await waits()).toBe(false)
    expect(loads).toBe(2)
    // A page of the previous version may still open a screen whose code it has not loaded.
    expect(await kept(page)).toContain('/assets/before.js')
    expect(await kept(page)).not.toContain('/assets/long-ago.js')
    await visitor.end()
  } finally {
    await front.stop()
  }
})

test(
  'a service worker that cannot be registered is logged in Portuguese, and the page works',
  RELEASE,
  async () => {
    const front = await startFront(() => null)
    const visitor = await visit({ allowed: /service worker|404/ })
    const { page } = visitor
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    try {
      await page.goto(`${front.url}/`)
      await page.getByRole('button', { name: 'Entrar' }).waitFor()
      await expect.poll(() => said.join('\n')).toContain('Falha ao registrar o service worker:')
      await visitor.end()
    } finally {
      await front.stop()
    }
  },
)

test(
  'a browser that gives no permission for notices, or turns none on, is answered at once',
  RELEASE,
  async () => {
    const fan = await newFan()
    const { page } = await visit({ viewport: PHONE })
    await page.addInitScript(`Notification.requestPermission = async () => 'default'`)
    await page.addInitScript(`Object.defineProperty(Notification, 'permission', { value: 'default' })`)
    // On a first visit, too: before there is a service worker.
    await enter(page, fan, '/alerts')
    const asked = page.getByRole('switch', { name: /Avisar neste aparelho/ })
    await expect(
      page.getByRole('switch', { name: 'Aparelho', exact: true }).first(),
    ).toHaveAccessibleDescription(/ligue “Avisar neste aparelho”\.$/)
    await asked.click()
    await page.getByText('O navegador não deu a permissão.', { exact: false }).waitFor()
    expect(await asked.isChecked()).toBe(false)
    // As in a private window, where it gives the permission and nothing more.
    await page.evaluate(`
    Notification.requestPermission = async () => 'granted'
    PushManager.prototype.subscribe = async () => { throw new DOMException('', 'NotAllowedError') }`)
    await asked.click()
    await page.getByText('Este navegador não liga avisos aqui.', { exact: false }).waitFor()
    await expectAccessible(page, 'alerts of a device that gets none')
    await shot(page, 'alerts-unable-phone')
  },
)

test('a subscribed device hears of being outbid, and no longer after signing out', RELEASE, async () => {
  const auction = await newAuction()
  const [ana, beto] = await Promise.all([newFan({ centavos: 5000 }), newFan({ centavos: 5000 })])
  const visitor = await visit({ viewport: PHONE })
  const { page, context } = visitor
  // Colours are measured at rest, not half-way through a transition.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const device = await givePushService(page)
  await enter(page, ana, '/dashboard')
  await untilControlled(page)
  await page.reload()
  await page.getByRole('button', { name: /^Notificações/ }).click()
  const asked = page.getByRole('switch', { name: /Avisar neste aparelho/ })
  await asked.waitFor()
  expect(await asked.isChecked()).toBe(false)
  await asked.click()
  await expect.poll(() => asked.isChecked()).toBe(true)
  await expectAccessible(page, 'the bell with its switch')
  await shot(page, 'push-switch')
  await closeDialog(page)

  await bid(ana, auction, 2000)
  await bid(beto, auction, 3000)
  const text = await device.next(/Passaram o seu lance/)
  await deliver(page, text)
  const { title, body, tag } = JSON.parse(text)
  const shown = () =>
    page.evaluate(`(async () => {
      const list = await (await ${registration}).getNotifications()
      return list.map(({ title, body, tag, lang }) => ({ title, body, tag, lang }))
    })()`)
  await expect.poll(shown).toEqual([{ title, body, tag, lang: 'pt' }])
  expect(`${title} ${body}`).not.toMatch(/R\$/)
  // The same message again is not shown twice.
  await deliver(page, text)
  await expect.poll(shown).toHaveLength(1)
  await page.goto('/shelf')
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('there is no service worker')
  const address = `${world.url}/auction/${auction.uid}`
  expect(await clickNotification(worker, tag)).toEqual({ opened: address })
  await expect.poll(shown).toEqual([])
  // A page that already shows the auction is focused, and no second one is opened.
  await page.goto(address)
  await deliver(page, text)
  await expect.poll(shown).toHaveLength(1)
  expect(await clickNotification(worker, tag)).toEqual({ focused: address })

  // Notifications are blocked in the browser itself.
  const strict = await context.newPage()
  await strict.addInitScript(`Object.defineProperty(Notification, 'permission', { get: () => 'denied' })`)
  await strict.goto('/shelf')
  await strict.getByRole('button', { name: /^Notificações/ }).click()
  await strict.getByText('O navegador está bloqueando', { exact: false }).waitFor()
  await strict.goto('/alerts')
  await expect(
    strict.getByRole('switch', { name: 'Aparelho', exact: true }).first(),
  ).toHaveAccessibleDescription(/^O navegador está bloqueando/)
  await strict.close()

  const devices = () =>
    withDatabase(async (sql) => (await sql`select from push_subscriptions where user_id = ${ana.uid}`).length)
  expect(await devices()).toBe(1)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await page.getByRole('button', { name: 'Entrar' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('test-subscribed'))).toBe(null)
})
