/** Lyrics that know when they are sung: the line of the moment is marked and in view, and a tap on one goes there. */
import type { Page } from '@playwright/test'
import { expectFitting, visitAtRest } from './accessibility.ts'
import { newAuction } from './auctions.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test } from './fixtures.ts'
import { adminToken, call, enter, type Fan } from './people.ts'

test.use({ whole: true })

/** A line every 600 ms, a pause among them: more than a screen holds, and no longer than the demonstration's video. */
const LINES = Array.from({ length: 30 }, (_, index) => ({
  at: index * 0.6,
  text: index === 4 ? '' : `Verso ${index + 1} de uma canção que sobe a serra devagar`,
}))
const verse = (number: number) => `Verso ${number} de uma canção que sobe a serra devagar`

async function holder(): Promise<{ fan: Fan; projectName: string }> {
  const { uid, holders, projectName } = await newAuction()
  await call(`/api/v1/admin/projects/${uid}/edit`, {
    token: await adminToken(),
    body: { version: 1, timedLyrics: LINES },
  })
  return { fan: holders[0] as Fan, projectName }
}

const video = (page: Page) => page.frameLocator('[role=dialog] iframe').locator('video')
const secondOf = (page: Page) =>
  video(page).evaluate((it: { currentTime: number }) => Math.floor(it.currentTime))
const marked = (page: Page) => page.locator('[data-lyrics] [aria-current]')
const numberOf = async (page: Page) => Number(/\d+/.exec((await marked(page).textContent()) ?? '')?.[0])
const isPaused = (page: Page) => video(page).evaluate((it: { paused: boolean }) => it.paused)
const isInView = (page: Page) =>
  marked(page).evaluate((line: unknown) => {
    type Boxed = { getBoundingClientRect(): { top: number; bottom: number }; closest(of: string): Boxed }
    const [inside, around] = [
      (line as Boxed).getBoundingClientRect(),
      (line as Boxed).closest('[data-scrolls]').getBoundingClientRect(),
    ]
    return inside.top >= around.top && inside.bottom <= around.bottom
  })

for (const [name, viewport] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)
  test(`are followed in the player, by ear, by tap and by keyboard, on ${name}`, RELEASE, async () => {
    const { fan, projectName } = await holder()
    const visitor = await visitAtRest(viewport)
    const { page } = visitor
    await enter(page, fan, '/shelf')
    await page.getByRole('button', { name: new RegExp(projectName) }).click()
    await page.getByRole('button', { name: 'Dar o play' }).click()
    await expect.poll(() => marked(page).count(), { timeout: 20_000 }).toBe(1)
    expect(await page.locator('[data-lyrics] button').count()).toBe(29)

    // By ear: the mark moves, and what it is on is in view.
    await expect.poll(async () => (await numberOf(page)) > 8, { timeout: 20_000 }).toBe(true)
    await expect.poll(() => isInView(page)).toBe(true)

    await page.getByRole('button', { name: 'Pausar' }).click()
    await expect.poll(() => isPaused(page)).toBe(true)
    await page.getByRole('button', { name: verse(20) }).click()
    await expect.poll(() => marked(page).textContent()).toBe(verse(20))
    await expect.poll(() => secondOf(page)).toBe(11)
    expect(await isInView(page)).toBe(true)
    await expectFitting(page, `timed lyrics on ${name}`)
    await shot(page, `timed-lyrics-${viewport.width}`)

    await page.getByRole('button', { name: verse(3), exact: true }).focus()
    // Over the pause.
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await expect.poll(() => marked(page).textContent()).toBe(verse(6))
    await expect.poll(() => secondOf(page)).toBe(3)
    await page.keyboard.press('k')
    await expect.poll(async () => (await numberOf(page)) > 6, { timeout: 20_000 }).toBe(true)
  })
