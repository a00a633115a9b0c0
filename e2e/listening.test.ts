/** The hour above the screens: made small it plays on; on phones, the bar with four places and the strip above it. */
import type { Locator, Page } from '@playwright/test'
import { expectAbove, expectAccessible, expectFitting, visitAtRest } from './accessibility.ts'
import { newAuction } from './auctions.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test, withDatabase } from './fixtures.ts'
import { enter, type Fan, newFan, untilListed } from './people.ts'

test.use({ whole: true })

const video = (page: Page) => page.frameLocator('iframe[src*="/player/"]').locator('video')
const secondsPlayed = (page: Page) => video(page).evaluate((it: { currentTime: number }) => it.currentTime)
const isPaused = (page: Page) => video(page).evaluate((it: { paused: boolean }) => it.paused)

/** The frame's document gets a mark, which a reload would lose. */
const mark = (page: Page) =>
  video(page).evaluate((it: { dataset: Record<string, string> }) => {
    it.dataset.marked = 'yes'
  })
const isMarked = (page: Page) =>
  video(page).evaluate((it: { dataset: Record<string, string> }) => it.dataset.marked === 'yes')

async function play(page: Page, fan: Fan, projectName: string): Promise<void> {
  await enter(page, fan, '/shelf')
  await page.getByRole('button', { name: new RegExp(projectName) }).click()
  await page.getByRole('button', { name: 'Dar o play' }).click()
  await expect.poll(() => isPaused(page), { timeout: 20_000 }).toBe(false)
  await page.getByText('Aproveite seu $TUNE!').waitFor({ state: 'detached' })
}

test('made small on a phone, the hour plays on from screen to screen', async () => {
  const { holders, projectName } = await newAuction()
  const holder = holders[0] as Fan
  const other = await newAuction()
  const visitor = await visitAtRest(PHONE)
  const { page } = visitor
  await play(page, holder, projectName)
  await mark(page)
  const large = page.getByRole('dialog', { name: projectName })
  // Nothing beneath it can be reached.
  await expect.poll(() => page.locator('[inert] #content').count()).toBe(1)
  expect(await page.evaluate('navigator.mediaSession.metadata.title')).toBe(projectName)
  await shot(page, 'hour-large')
  // Turned on its side, all of it is in view at once.
  await page.setViewportSize({ width: 844, height: 390 })
  const parts = [
    page.locator('iframe[src*="/player/"]'),
    large.getByRole('timer'),
    large.locator('[data-scrolls]'),
    ...['Diminuir', 'Pausar', 'Tela cheia'].map((name) => large.getByRole('button', { name })),
  ]
  for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 })
  // The controls are one line, so that the video has the height.
  const middles = await Promise.all(
    parts.slice(3).map(async (part) => {
      const box = await part.boundingBox()
      return box ? box.y + box.height / 2 : Number.NaN
    }),
  )
  expect(new Set(middles).size).toBe(1)
  await expectFitting(page, 'the hour on its side')
  await shot(page, 'hour-large-landscape')
  await page.setViewportSize(PHONE)

  await page.getByRole('button', { name: 'Diminuir' }).click()
  const small = page.getByRole('region', { name: projectName })
  await small.waitFor()
  await expect.poll(() => large.count()).toBe(0)
  await expectAccessible(page, 'small player')
  await shot(page, 'hour-small')
  const before = await secondsPlayed(page)
  const places = page.getByRole('navigation', { name: 'Lugares' })
  await places.getByRole('link', { name: 'Ouvir' }).click()
  await page.getByRole('heading', { name: '_quero ouvir' }).waitFor()
  const shop = page.getByRole('region', { name: '_projetos' })
  await shop.getByRole('link', { name: new RegExp(`^Dar um lance em ${other.projectName}`) }).click()
  await page.waitForURL(/auction/)
  await expect.poll(() => secondsPlayed(page)).toBeGreaterThan(before + 1)
  expect(await isMarked(page)).toBe(true)
  // Also on an artist's page, which others have outside of the product.
  await places.getByRole('link', { name: 'Ouvir' }).click()
  await page.getByRole('searchbox').fill('Noite de Lata')
  await page.getByRole('link', { name: 'Conhecer Noite de Lata, de DJ Ferrugem' }).click()
  await page.getByRole('main').getByRole('link', { name: 'DJ Ferrugem', exact: true }).click()
  await page.waitForURL('**/artists/*')
  await expect.poll(() => places.locator('[aria-current=true]').innerText()).toBe('Ouvir')
  const slug = page.url().split('/').at(-1) as string
  await shot(page, 'artist-inside')
  await page.getByRole('heading', { name: 'DJ Ferrugem', level: 1 }).waitFor()
  expect(await isMarked(page)).toBe(true)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await page.waitForURL(/auction/)
  // The bid button stays above the bar and the strip.
  const bid = page.getByRole('button', { name: 'Enviar lance' }).last()
  await bid.waitFor()
  await expect
    .poll(async () => {
      const [button, strip] = await Promise.all([bid.boundingBox(), small.boundingBox()])
      return (button?.y ?? 0) + (button?.height ?? 0) <= (strip?.y ?? 0)
    })
    .toBe(true)
  // On a tablet the card with the video stands above the bar.
  await page.setViewportSize({ width: 820, height: 700 })
  await page.evaluate('scrollTo(0, 0)')
  await expectAbove(small, bid)
  await page.setViewportSize(PHONE)
  // The clock is in sight above all of them.
  const clock = page.getByRole('region', { name: other.projectName }).getByRole('timer')
  await page.evaluate('scrollTo(0, 0)')
  const bar = page.locator('[data-bid-bar]')
  await expect
    .poll(async () => {
      const [time, edge] = await Promise.all([clock.boundingBox(), bar.boundingBox()])
      return (time?.y ?? 0) + (time?.height ?? 0) <= (edge?.y ?? 0)
    })
    .toBe(true)
  // Beside the bid bar it is a thin line.
  expect((await small.boundingBox())?.height).toBeLessThan(50)
  await shot(page, 'auction-with-hour')

  await small.getByRole('button', { name: 'Pausar' }).click()
  await expect.poll(() => isPaused(page)).toBe(true)
  await small.getByRole('button', { name: /Abrir o player/ }).click()
  await large.getByRole('button', { name: 'Tocar' }).click()
  await expect.poll(() => isPaused(page)).toBe(false)
  expect(await isMarked(page)).toBe(true)
  // The phone's back button makes it small, and the auction is still there.
  await page.goBack()
  await small.waitFor()
  await page.waitForURL(/auction/)
  // What an artist announces leads to the page inside.
  const news = { artist: 'DJ Ferrugem', text: 'Tem show domingo', page: slug }
  await withDatabase(
    (sql) =>
      sql`insert into notifications (user_id, kind, data) values (${holder.uid}, 'announcement', ${sql.json(news)})`,
  )
  await page.getByRole('button', { name: /^Notificações/ }).click()
  await page.getByRole('link', { name: /Tem show domingo/ }).click()
  await page.waitForURL(`**/artists/${slug}`)
  expect(await isMarked(page)).toBe(true)
})

test(
  'on a phone, a cover, its ring and what it offers stand above the hour that plays',
  RELEASE,
  async () => {
    const { holders, projectName } = await newAuction()
    const visitor = await visitAtRest(PHONE)
    const { page } = visitor
    await play(page, holders[0] as Fan, projectName)
    await page.getByRole('button', { name: 'Diminuir' }).click()
    const small = page.getByRole('region', { name: projectName })
    await small.waitFor()
    await page.evaluate('scrollTo(0, 0)')
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: new RegExp(projectName) }) })
    const top = async (what: Locator) => (await what.boundingBox())?.y ?? Number.NaN
    const end = async (what: Locator) => {
      const box = await what.boundingBox()
      return box ? box.y + box.height : Number.NaN
    }
    await shot(page, 'shelf-with-hour')
    const strip = await top(small)
    expect(await end(card.getByRole('timer'))).toBeLessThanOrEqual(strip)
    expect(await end(card.getByRole('heading', { name: new RegExp(projectName) }))).toBeLessThanOrEqual(strip)
    await visitor.end()
  },
)

test('after a reload the strip says that the hour runs, and one tap plays on', RELEASE, async () => {
  const { holders, projectName } = await newAuction()
  const visitor = await visitAtRest(PHONE)
  const { page } = visitor
  await play(page, holders[0] as Fan, projectName)
  await page.getByRole('button', { name: 'Fechar o player' }).click()
  await page.goto('/statement')
  const strip = page.getByRole('region', { name: 'sua hora está correndo' })
  await strip.getByText(projectName).waitFor()
  await strip.getByText(/^5\d:\d\d$/).waitFor()
  await expectAccessible(page, 'hour strip')
  await shot(page, 'hour-strip')
  // On the shelf the whole cover, its name and its end stand above the strip, without scrolling.
  await page.getByRole('link', { name: 'Estante' }).click()
  const ends = page.getByRole('article').getByText(/^Expira em/)
  await ends.waitFor()
  await shot(page, 'shelf-hour')
  await expectAbove(ends, strip)
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await expectAbove(page.getByRole('contentinfo').getByRole('link').last(), strip)
  // Hidden, it stays so on the next pages, until something is played here again.
  await strip.getByRole('button', { name: 'Esconder neste navegador' }).click()
  await strip.waitFor({ state: 'detached' })
  await page.reload()
  await ends.waitFor()
  await page.getByRole('article').getByRole('button', { name: projectName }).click()
  await expect.poll(() => isPaused(page), { timeout: 20_000 }).toBe(false)
  await page.getByRole('button', { name: 'Fechar o player' }).click()
  await strip.getByRole('button', { name: /Abrir o player/ }).click()
  await expect.poll(() => isPaused(page), { timeout: 20_000 }).toBe(false)
})

test('on desktops the video stays in sight while the fan looks around', RELEASE, async () => {
  const { holders, projectName } = await newAuction()
  const visitor = await visitAtRest(DESKTOP)
  const { page } = visitor
  await play(page, holders[0] as Fan, projectName)
  await mark(page)
  await shot(page, 'hour-large-desktop')
  await page.keyboard.press('Escape')
  const small = page.getByRole('region', { name: projectName })
  await small.waitFor()
  await page.getByRole('link', { name: 'Suporte' }).first().click()
  await page.getByRole('heading', { name: '_suporte' }).waitFor()
  await expect.poll(() => video(page).isVisible()).toBe(true)
  expect(await isMarked(page)).toBe(true)
  await expectAccessible(page, 'small player')
  await shot(page, 'hour-small-desktop')
  // Also in a low window, whatever it stands over can be brought above it.
  await page.setViewportSize({ width: 844, height: 390 })
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await expectAbove(page.getByRole('contentinfo').getByRole('link').last(), small)
  await page.setViewportSize(DESKTOP)
  await small.getByRole('button', { name: 'Fechar o player' }).click()
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
})

test(
  'on its side, a phone shows the bid button and the clock of an auction, and an hour hides neither',
  RELEASE,
  async () => {
    const { holders, projectName } = await newAuction()
    const other = await newAuction()
    const visitor = await visitAtRest(PHONE)
    const { page } = visitor
    await play(page, holders[0] as Fan, projectName)
    // A reload leaves the hour running, and nothing plays.
    await page.goto(`/auction/${other.uid}`)
    const strip = page.getByRole('region', { name: 'sua hora está correndo' })
    await strip.waitFor()
    await page.setViewportSize({ width: 844, height: 390 })
    for (const part of [strip, page.getByRole('button', { name: 'Enviar lance' })])
      await expect(part).toBeInViewport({ ratio: 1 })
    const [clock, box] = await Promise.all([
      page.getByRole('main').getByRole('timer').first().boundingBox(),
      strip.boundingBox(),
    ])
    if (!clock || !box) throw new Error('a part is not there')
    await expect(page.getByRole('main').getByRole('timer').first()).toBeInViewport({ ratio: 1 })
    expect(clock.y + clock.height <= box.y || clock.x + clock.width <= box.x).toBe(true)
    await expectFitting(page, 'an auction on its side')
    await page.getByRole('button', { name: 'Enviar lance' }).click()
    const form = page.getByRole('dialog', { name: '_enviar oferta' })
    for (const part of [form.getByLabel('Valor do lance'), form.getByRole('button').last()])
      await expect(part).toBeInViewport({ ratio: 1 })
  },
)

test('a clip or the sample is heard alone, and the hour goes on after it if it played', RELEASE, async () => {
  const { holders, projectName } = await newAuction()
  const visitor = await visitAtRest(PHONE)
  const { page } = visitor
  await play(page, holders[0] as Fan, projectName)
  await page.getByRole('button', { name: 'Diminuir' }).click()
  const small = page.getByRole('region', { name: projectName })
  const hourIsPaused = () =>
    page
      .frameLocator('.hour-video iframe')
      .locator('video')
      .evaluate((it: { paused: boolean }) => it.paused)
  await page.getByRole('navigation', { name: 'Lugares' }).getByRole('link', { name: 'Ouvir' }).click()
  const hear = page.getByRole('button', { name: 'Ouvir um trecho de Maré Cheia, ' })
  const stop = page.getByRole('button', { name: 'Parar o trecho de Maré Cheia' })
  await untilListed(page, hear)
  await hear.click()
  await stop.waitFor()
  await expect.poll(hourIsPaused).toBe(true)
  await stop.click()
  await expect.poll(hourIsPaused).toBe(false)
  // Played again by hand, the hour is what is heard.
  await hear.click()
  await expect.poll(hourIsPaused).toBe(true)
  await small.getByRole('button', { name: 'Tocar' }).click()
  await hear.waitFor()
  await expect.poll(hourIsPaused).toBe(false)

  await page.evaluate('scrollTo(0, 0)')
  await page.getByRole('button', { name: /^Assistir/ }).click()
  await expect.poll(hourIsPaused).toBe(true)
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
  await expect.poll(hourIsPaused).toBe(false)
  // One that was paused by hand stays so.
  await small.getByRole('button', { name: 'Pausar' }).click()
  await expect.poll(hourIsPaused).toBe(true)
  await hear.click()
  await stop.click()
  await hear.waitFor()
  await small.getByRole('button', { name: 'Tocar' }).waitFor()
  expect(await hourIsPaused()).toBe(true)
})

test('the four places are a landmark, say where one is, and are there on phones only', RELEASE, async () => {
  const visitor = await visitAtRest(PHONE)
  const { page } = visitor
  await enter(page, await newFan({ centavos: 5000 }), '/dashboard')
  const places = page.getByRole('navigation', { name: 'Lugares' })
  const here = () => places.locator('[aria-current]').innerText()
  await expect.poll(here).toBe('Ouvir')
  for (const [name, title] of [
    ['Estante', '_minha estante'],
    ['Lances', '_lances'],
    ['Carteira', '_carteira'],
  ] as const) {
    await places.getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await expect.poll(here).toBe(name)
    expect(await places.locator('[aria-current=page]').count()).toBe(1)
    await expectAccessible(page, name)
  }
  // A screen within a place.
  await page.goto('/deposit')
  await expect.poll(() => places.locator('[aria-current=true]').innerText()).toBe('Carteira')
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect.poll(() => places.isVisible()).toBe(false)
})
