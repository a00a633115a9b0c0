/** What is seen before any script runs, laid over what takes its place. */
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, launch, PHONE, silenceLive, visit, world } from './fixtures.ts'
import { enter, newFan } from './people.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** Where the parts of the sign-in page are, and what they say. */
async function parts(page: Page) {
  const texts = ['_entrar', 'Uma hora de luz para cada música.', 'E-mail', 'Senha', 'Esqueceu sua senha?']
  const buttons = ['Entrar', 'Continuar com Google', 'Continuar com Facebook', 'Crie sua conta']
  const places: Record<string, { x: number; y: number }> = {}
  for (const text of [...texts, ...buttons]) {
    const box = await page.getByText(text, { exact: true }).first().boundingBox()
    places[text] = { x: Math.round(box?.x ?? -1), y: Math.round(box?.y ?? -1) }
  }
  return places
}

test.each([PHONE, DESKTOP])(
  'the sign-in page without scripts is where the one with scripts will be: %o',
  async (viewport) => {
    const bare = await browser.newContext({
      viewport,
      baseURL: world.url,
      locale: 'pt-BR',
      javaScriptEnabled: false,
    })
    const before = await bare.newPage()
    await before.goto('/')
    const visitor = await visit(browser, { viewport })
    await visitor.page.goto('/')
    await visitor.page.getByRole('button', { name: 'Entrar' }).waitFor()
    await visitor.page.evaluate('document.fonts.ready')
    await expect.poll(async () => parts(before)).toEqual(await parts(visitor.page))
    await bare.close()
    await visitor.end()
  },
)

test('the application travels only when what the server drew has been painted', async () => {
  const visitor = await visit(browser)
  await visitor.page.goto('/')
  await visitor.page.getByRole('button', { name: 'Entrar' }).waitFor()
  const [painted, asked] = await visitor.page.evaluate<[number, number]>(`[
    performance.getEntriesByName('first-contentful-paint')[0].startTime,
    performance.getEntriesByType('resource').find(({ name }) => name.includes('/assets/start-')).startTime,
  ]`)
  expect(asked).toBeGreaterThanOrEqual(painted)
  await visitor.end()
})

test('whoever was here before is shown the dashboard without waiting for their profile first', async () => {
  const fan = await newFan()
  const visitor = await visit(browser)
  const { page } = visitor
  const profile = Promise.withResolvers<void>()
  await enter(page, fan, '/dashboard')
  await page.getByRole('heading', { name: '_quero ouvir' }).waitFor()
  await page.route('**/rest/v1/users?*', async (route) => {
    await profile.promise
    await route.continue()
  })
  const sample = page.waitForResponse('**/api/v1/sample')
  await page.goto('/dashboard')
  expect((await sample).ok()).toBe(true)
  profile.resolve()
  await page.getByRole('heading', { name: '_quero ouvir' }).waitFor()
  await visitor.end()
})

/** What the dashboard and its header show of the server. */
const SHOWN = [
  'sample',
  'projects?limit=24&search=&sort=newest',
  'user-bids',
  'balance',
  'notifications?page=1&limit=6',
]
const isShown = (url: string) =>
  SHOWN.some((one) => url.endsWith(`/api/v1/${one}`)) || url.includes('/rest/v1/users?')

test('what a returning fan will see is asked for once, before the code that draws it has come', async () => {
  const fan = await newFan()
  const visitor = await visit(browser)
  const { page } = visitor
  await silenceLive(page)
  await enter(page, fan, '/dashboard')
  await page.locator('#sample-name').waitFor()
  const asked: string[] = []
  const all = Promise.withResolvers<void>()
  page.on('request', (request) => {
    if (isShown(request.url())) asked.push(request.url())
    if (asked.length > SHOWN.length) all.resolve()
  })
  await page.route('**/assets/start-*.js', async (route) => {
    await all.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  await page.locator('#sample-name').waitFor()
  await expect.poll(() => page.evaluate(`performance.getEntriesByName('first-view').length`)).toBe(1)
  expect(new Set(asked).size).toBe(SHOWN.length + 1)
  expect(asked).toHaveLength(SHOWN.length + 1)
  const names = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => name)`,
  )
  expect(names.filter((name) => name.endsWith('/config.json'))).toEqual([])
  await visitor.end()
})

test('the live line has each list read once more, and not twice', async () => {
  const fan = await newFan()
  const visitor = await visit(browser)
  const { page } = visitor
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/projects?')) asked.push(request.url())
  })
  const heard = Promise.withResolvers<void>()
  page.on('websocket', (line) =>
    line.on('framereceived', ({ payload }) => {
      if (/realtime:projects.*"snapshot"/.test(String(payload))) heard.resolve()
    }),
  )
  const told = page.waitForResponse((answer) => answer.url().includes('/rest/v1/bids'))
  await enter(page, fan, '/dashboard')
  await Promise.all([heard.promise, told])
  await expect.poll(() => asked.length).toBe(2)
  await page.waitForLoadState('networkidle')
  expect(asked).toHaveLength(2)
  await visitor.end()
})

test('the first view is drawn once, with all answers in it', async () => {
  const fan = await newFan()
  const visitor = await visit(browser)
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  await page.locator('#sample-name').waitFor()
  // However slow this machine is today: what is waited for at most a second may take a minute here.
  await page.addInitScript(`
    const wait = setTimeout
    window.setTimeout = (work, ms = 0) => wait(work, ms === 1000 ? 60_000 : ms)
    window.drawn = []
    new MutationObserver(() => {
      if (document.querySelector('h1')) drawn.push(document.querySelector('#sample-name') !== null)
    }).observe(document, { childList: true, subtree: true })`)
  // Everything else is there long before.
  await page.route('**/api/v1/sample', async (route) => {
    await setTimeout(2000)
    await route.continue()
  })
  await page.reload()
  await page.locator('#sample-name').waitFor()
  expect(await page.evaluate('drawn[0]')).toBe(true)
  await visitor.end()
})

test('an answer that does not come does not hold back the others', async () => {
  const fan = await newFan()
  const visitor = await visit(browser)
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  await page.locator('#sample-name').waitFor()
  await page.route('**/api/v1/sample', () => {})
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: '_projetos' }).waitFor()
  expect(await page.locator('#sample-name').count()).toBe(0)
  await visitor.end()
})

test('it speaks the language that is asked for, and promises nothing that is not there', async () => {
  for (const [language, lead] of [
    ['en-GB,en;q=0.9', 'An hour of light for every song.'],
    ['pt-PT', 'Uma hora de luz para cada música.'],
  ]) {
    const answer = await fetch(world.url, { headers: { 'accept-language': language as string } })
    const body = await answer.text()
    expect(body).toContain(lead)
    expect(body).not.toMatch(/<(input|button|form)\b/)
    expect(answer.headers.get('vary')).toMatch(/accept-language/)
  }
  expect(await (await fetch(`${world.url}/dashboard`)).text()).toContain('<div id="root"></div>')
})

test('whoever is signed in does not see it on the way to the dashboard', async () => {
  const fan = await newFan()
  const visitor = await visit(browser)
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  await page.getByRole('heading', { name: '_quero ouvir' }).waitFor()
  // The application itself never comes: what stays is what was there before it.
  await page.route('**/assets/*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('#way-in').waitFor({ state: 'attached' })
  await expect.poll(() => page.locator('#way-in').isVisible()).toBe(false)
  await visitor.context.close()
})

test('nothing on it keeps people out', async () => {
  const visitor = await visit(browser)
  const { page } = visitor
  await page.route('**/assets/*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByText('Uma hora de luz para cada música.').waitFor()
  await expectAccessible(page, 'the sign-in page before its scripts')
  await visitor.context.close()
})
