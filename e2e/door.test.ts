/** The door: the free sample one tap away, without an account. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, visitAtRest } from './accessibility.ts'
import { DESKTOP, launch, PHONE, RELEASE, shot } from './fixtures.ts'
import { enter, newFan } from './people.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch({ whole: true })
})
afterAll(() => browser.close())

test.each([PHONE, DESKTOP])('one tap from the first page to sound, before any sign-in: %o', async (size) => {
  const visitor = await visitAtRest(browser, size)
  const { page } = visitor
  await page.goto('/')
  const cover = page.locator('.door-cover img')
  await expect
    .poll(() => cover.evaluate((it: { naturalWidth: number }) => it.naturalWidth))
    .toBeGreaterThan(0)
  await expectAccessible(page, 'door')
  await shot(page, `door-${size.width}`)
  await page.getByRole('button', { name: 'Ouvir a amostra, sem conta' }).click()
  const panel = page.getByRole('dialog', { name: '_amostra' })
  await panel.getByRole('heading', { name: 'Hora de Luz' }).waitFor()
  const video = page.frameLocator('[role=dialog] iframe').locator('video')
  await expect
    .poll(
      () =>
        video.evaluate((it: { paused: boolean; currentTime: number }) => !it.paused && it.currentTime > 0),
      {
        timeout: 20_000,
      },
    )
    .toBe(true)
  await expectAccessible(page, 'sample at the door')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.getByLabel('E-mail').fill('fan@tune.test')
  await visitor.end()
})

test('who signs out finds the cover at the door as well', RELEASE, async () => {
  const visitor = await visitAtRest(browser, DESKTOP)
  const { page } = visitor
  await enter(page, await newFan(), '/shelf')
  await page.getByRole('button', { name: 'Sair' }).click()
  await page.locator('.door-cover img').waitFor()
  await visitor.end()
})
