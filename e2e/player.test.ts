/** The player: keys, resuming, one device at a time, and the end of the window. */
import type { Page } from '@playwright/test'
import { expectAccessible, visitAtRest } from './accessibility.ts'
import { buyAndReceive, newAuction } from './auctions.ts'
import { expectToast } from './bidding.ts'
import { DESKTOP, expect, RELEASE, shot, test, visit, withDatabase } from './fixtures.ts'
import { enter, type Fan, newFan, projectNamed } from './people.ts'

test.use({ whole: true })

/** The browser logs a refused call as a failed resource. */
const REFUSED = /status of 40[49]/

async function holder(): Promise<{ fan: Fan; projectName: string }> {
  const { holders, projectName } = await newAuction()
  return { fan: holders[0] as Fan, projectName }
}

const video = (page: Page) => page.frameLocator('[role=dialog] iframe').locator('video')
const state = (page: Page) =>
  video(page).evaluate((it: { paused: boolean; muted: boolean; volume: number; currentTime: number }) => ({
    paused: it.paused,
    muted: it.muted,
    volume: Math.round(it.volume * 100),
    at: Math.floor(it.currentTime),
  }))

async function firstPlay(page: Page, fan: Fan, projectName: string): Promise<void> {
  await enter(page, fan, '/shelf')
  await page.getByRole('button', { name: new RegExp(projectName) }).click()
  await page.getByRole('button', { name: 'Dar o play' }).click()
  await expect.poll(() => state(page)).toMatchObject({ paused: false })
}

async function playAgain(page: Page, projectName: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${projectName}.*Ouvir de novo`) }).click()
}

test('plays by keyboard, remembers volume and position, and lists its keys', async () => {
  const { fan, projectName } = await holder()
  const visitor = await visitAtRest(DESKTOP)
  const { page } = visitor
  await firstPlay(page, fan, projectName)
  const player = page.getByRole('dialog')
  await player.getByText('Ajuda com o player').click()
  await player.getByText('toca e pausa').waitFor()
  await player.getByText('Trio Neblina').first().waitFor()
  await expectAccessible(page, 'player')

  // The focus is on the panel rather than in the iframe, so our key bindings apply.
  await player.getByRole('heading', { name: projectName }).click()
  await page.keyboard.press('m')
  await expect.poll(() => state(page)).toMatchObject({ muted: true })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => state(page)).toMatchObject({ muted: false, volume: 80 })
  await player.getByText('Volume 80%').waitFor({ state: 'attached' })
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await state(page)).at).toBeGreaterThanOrEqual(15)
  await page.keyboard.press(' ')
  await expect.poll(() => state(page)).toMatchObject({ paused: true })
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true)
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate('document.fullscreenElement === null')).toBe(true)
  // A video that plays is not asked about.
  expect(await player.getByText('O vídeo não começou?').count()).toBe(0)
  // On a button the space bar presses the button.
  await player.getByRole('button', { name: 'Recarregar' }).focus()
  await page.keyboard.press(' ')
  await expect.poll(() => state(page)).toMatchObject({ paused: false, volume: 80 })
  await expect.poll(async () => (await state(page)).at).toBeGreaterThanOrEqual(14)
  await shot(page, 'player-desktop')

  await page.reload()
  await playAgain(page, projectName)
  await expect.poll(async () => (await state(page)).at).toBeGreaterThanOrEqual(14)
  expect(await state(page)).toMatchObject({ volume: 80 })
})

test('on the first play nothing is said of the lyrics until they are known', RELEASE, async () => {
  const fan = await newFan({ centavos: 10_000 })
  const { uid, projectName } = await projectNamed(fan, 'Noite de Lata')
  await buyAndReceive(fan, uid)
  const visitor = await visitAtRest(DESKTOP)
  const { page } = visitor
  await enter(page, fan, '/shelf')
  await page.getByRole('button', { name: new RegExp(projectName) }).click()
  let answer = () => {}
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/user-projects*', async (route) => {
    await isHeld
    await route.continue()
  })
  await page.getByRole('button', { name: 'Dar o play' }).click()
  const player = page.getByRole('dialog', { name: projectName })
  await player.getByRole('timer').waitFor()
  expect(await player.getByText('Este projeto não tem letra.').count()).toBe(0)
  answer()
  await player.locator('[data-lyrics]').waitFor()
  await visitor.end()
})

test('the spinner shows for a second, and a reload takes a tenth', RELEASE, async () => {
  const visitor = await visit({ viewport: DESKTOP })
  const { page } = visitor
  // A video that never comes.
  await page.route('**/video/cdn/**', () => {})
  await enter(page, await newFan(), '/dashboard')
  const watch = page.getByRole('button', { name: 'Assistir agora' })
  await watch.waitFor()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await watch.click()
  const player = page.getByRole('dialog')
  const frame = player.locator('iframe')
  const spinner = player.getByRole('status').filter({ hasText: 'Carregando...' })
  await frame.waitFor({ state: 'attached' })
  await player.getByText('Acende a rua, menina').waitFor()
  await page.clock.runFor(999)
  await expect.poll(() => spinner.count()).toBe(1)
  await page.clock.runFor(1)
  await spinner.waitFor({ state: 'detached' })
  // Nobody is told that something is wrong before something is.
  await page.clock.runFor(5999)
  expect(await player.getByRole('button', { name: 'Recarregar' }).count()).toBe(0)
  await page.clock.runFor(1)
  await player.getByRole('button', { name: 'Recarregar' }).click()
  await spinner.waitFor()
  await page.clock.runFor(99)
  await expect.poll(() => frame.count()).toBe(0)
  await page.clock.runFor(1)
  await frame.waitFor({ state: 'attached' })
  await expect.poll(() => spinner.count()).toBe(1)
  await page.clock.runFor(1000)
  await spinner.waitFor({ state: 'detached' })
})

test('whoever may not play any more is told so, and it stops', async () => {
  const { fan, projectName } = await holder()
  const { page } = await visit({ allowed: REFUSED })
  await firstPlay(page, fan, projectName)
  await page.route('**/api/v1/play/renew', (route) =>
    route.fulfill({
      status: 404,
      json: { data: { code: 'token_not_found', error: 'Este token não existe.' } },
    }),
  )
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await expectToast(page, 'Este token não existe.')
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
})

test('one device at a time: another asks, takes over live, and can give back', async () => {
  const { fan, projectName } = await holder()
  const sofa = await visit({ viewport: DESKTOP, allowed: REFUSED })
  const bus = await visit({ allowed: REFUSED })
  // Nobody finds out by asking: renewals are never answered.
  for (const { page } of [sofa, bus]) await page.route('**/api/v1/play/renew', () => {})
  await firstPlay(sofa.page, fan, projectName)

  await enter(bus.page, fan, '/shelf')
  await playAgain(bus.page, projectName)
  const question = bus.page.getByRole('dialog', { name: '_continuar aqui?' })
  await question.waitFor()
  await expectAccessible(bus.page, 'playing elsewhere')
  await shot(bus.page, 'player-elsewhere')
  await expect.poll(() => bus.page.locator('iframe').count()).toBe(0)
  await question.getByRole('button', { name: 'Deixar lá' }).click()
  await expect.poll(() => state(sofa.page)).toMatchObject({ paused: false })

  await playAgain(bus.page, projectName)
  await question.getByRole('button', { name: 'Continuar aqui' }).click()
  await sofa.page.getByText('Continuando em outra aba ou aparelho').waitFor()
  await expect.poll(() => sofa.page.locator('iframe').count()).toBe(0)
  await expect.poll(() => state(bus.page)).toMatchObject({ paused: false })
  await expectAccessible(sofa.page, 'taken over')
  await shot(sofa.page, 'player-taken')

  await sofa.page.getByRole('button', { name: 'Continuar aqui' }).click()
  await bus.page.getByText('Continuando em outra aba ou aparelho').waitFor()
  await expect.poll(() => state(sofa.page)).toMatchObject({ paused: false })

  // Closing the player releases the lease, so the other device is not asked.
  await sofa.page.getByRole('button', { name: 'Fechar o player' }).click()
  await bus.page.keyboard.press('Escape')
  await playAgain(bus.page, projectName)
  await expect.poll(() => state(bus.page)).toMatchObject({ paused: false })
  await expect.poll(() => question.count()).toBe(0)
})

test(
  'warns once before the end, and ends with the window, as does every address that was copied',
  RELEASE,
  async () => {
    const { fan, projectName } = await holder()
    const visitor = await visit()
    const { page } = visitor
    await firstPlay(page, fan, projectName)
    await page.keyboard.press('Escape')
    await withDatabase(
      (sql) => sql`
      update mints set will_expire_at = date_trunc('second', now()) + interval '12 seconds'
      where user_id = ${fan.uid} and status = 'minted'`,
    )
    await page.reload()
    const copied = new Set<string>()
    page.on('request', (request) => {
      if (/\/player\/[^/]+\?|\/video\/cdn\//.test(request.url())) copied.add(request.url())
    })
    await playAgain(page, projectName)
    const warning = `Falta 1 minuto de ${projectName}.`
    await page.getByRole('dialog').getByText(warning).waitFor({ state: 'attached' })
    await page.locator('[role=status]').filter({ hasText: warning }).first().waitFor({ state: 'attached' })
    await expect.poll(() => state(page)).toMatchObject({ paused: false })
    const over = page.getByRole('dialog', { name: '_acabou por agora' })
    await over.getByText(`Seu acesso a ${projectName} terminou.`).waitFor()
    await expectAccessible(page, 'an hour that has ended')
    await shot(page, 'hour-ended')
    await over.getByRole('link', { name: 'Ver a obra' }).click()
    await page.waitForURL('**/project/*')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(copied.size).toBeGreaterThan(2)
    for (const url of copied) expect((await fetch(url)).status).toBe(403)
    await visitor.end()
  },
)
