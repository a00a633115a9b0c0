/** What is shown before any script runs, compared with what replaces it. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, expect, PHONE, RELEASE, silenceLive, test, theBrowser, visit, world } from './fixtures.ts'
import { enter, newFan } from './people.ts'

/** The positions and texts of the sign-in page's parts. */
async function parts(page: Page) {
  const texts = ['_entrar', 'Uma hora de luz para cada música.', 'E-mail', 'Senha', 'Esqueceu sua senha?']
  const buttons = [
    'Ouvir a amostra, sem conta',
    'Entrar',
    'Continuar com Google',
    'Continuar com Facebook',
    'Crie sua conta',
  ]
  const places: Record<string, { x: number; y: number }> = {}
  for (const text of [...texts, ...buttons]) {
    const box = await page.getByText(text, { exact: true }).first().boundingBox()
    places[text] = { x: Math.round(box?.x ?? -1), y: Math.round(box?.y ?? -1) }
  }
  return places
}

for (const viewport of [PHONE, DESKTOP])
  test(
    `the sign-in page has the same layout with and without scripts: ${viewport.width} px`,
    RELEASE,
    async () => {
      const bare = await (await theBrowser()).newContext({
        viewport,
        baseURL: world.url,
        locale: 'pt-BR',
        javaScriptEnabled: false,
      })
      const before = await bare.newPage()
      await before.goto('/')
      const visitor = await visit({ viewport })
      await visitor.page.goto('/')
      await visitor.page.getByRole('button', { name: 'Entrar' }).waitFor()
      await visitor.page.evaluate('document.fonts.ready')
      await expect.poll(async () => parts(before)).toEqual(await parts(visitor.page))
      await bare.close()
      await visitor.end()
    },
  )

test('the sign-in page is shown once its last part is there, and does not move before', RELEASE, async () => {
  const whole = await (await fetch(world.url, { headers: { 'accept-language': 'pt-BR' } })).text()
  const cut = whole.indexOf('class="door-line')
  expect(cut).toBeGreaterThan(0)
  const slow = await (await theBrowser()).newContext({ baseURL: world.url, javaScriptEnabled: false })
  const page = await slow.newPage()
  for (const [body, shown] of [
    [`${whole.slice(0, cut)}>`, false],
    [whole, true],
  ] as const) {
    await page.route(`${world.url}/`, (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.goto('/')
    await page.locator('.door-cover').waitFor({ state: 'attached' })
    expect(await page.locator('.door-cover').isVisible()).toBe(shown)
    await page.unroute(`${world.url}/`)
  }
  await slow.close()
})

test('a returning fan’s dashboard loads without waiting for the profile', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit()
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
})

/** What the dashboard and its header show of the server's answers. */
const SHOWN = [
  'sample',
  'projects?limit=24&search=&sort=newest',
  'user-bids',
  'user-projects?limit=60',
  'balance',
  'notifications?page=1&limit=6',
]
const isShown = (url: string) =>
  SHOWN.some((one) => url.endsWith(`/api/v1/${one}`)) || url.includes('/rest/v1/users?')

test(
  'a returning fan’s data is requested once, before the code that renders it has loaded',
  RELEASE,
  async () => {
    const fan = await newFan()
    const visitor = await visit()
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
    await visitor.end()
  },
)

test('subscribing rereads each list once', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit()
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
})

test('the first view is rendered once, with all answers', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  await page.locator('#sample-name').waitFor()
  // However slow the machine: a limit of one second becomes a minute here.
  await page.addInitScript(`
    const wait = setTimeout
    window.setTimeout = (work, ms = 0) => wait(work, ms === 1000 ? 60_000 : ms)
    window.drawn = []
    new MutationObserver(() => {
      if (document.querySelector('h1')) drawn.push(document.querySelector('#sample-name') !== null)
    }).observe(document, { childList: true, subtree: true })`)
  // Everything else has arrived long before.
  await page.route('**/api/v1/sample', async (route) => {
    await setTimeout(2000)
    await route.continue()
  })
  await page.reload()
  await page.locator('#sample-name').waitFor()
  expect(await page.evaluate('drawn[0]')).toBe(true)
})

test('a missing answer does not hold back the others', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  await page.locator('#sample-name').waitFor()
  await page.route('**/api/v1/sample', () => {})
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: '_projetos' }).waitFor()
  await expect.poll(() => page.locator('#sample-name').count()).toBe(0)
})

test('it is in the requested language, and offers no form before it works', RELEASE, async () => {
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

test('a signed-in fan does not see it on the way to the dashboard', RELEASE, async () => {
  const fan = await newFan()
  const visitor = await visit()
  const { page } = visitor
  await enter(page, fan, '/dashboard')
  await page.getByRole('heading', { name: '_quero ouvir' }).waitFor()
  // The application's code never arrives, so the page drawn by the server stays.
  await page.route('**/assets/*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('#way-in').waitFor({ state: 'attached' })
  await expect.poll(() => page.locator('#way-in').isVisible()).toBe(false)
  await visitor.context.close()
})

test('it is accessible', RELEASE, async () => {
  const visitor = await visit()
  const { page } = visitor
  await page.route('**/assets/*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByText('Uma hora de luz para cada música.').waitFor()
  await expectAccessible(page, 'the sign-in page before its scripts')
  await visitor.context.close()
})
