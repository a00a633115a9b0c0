/** The door: the free sample one tap away, without an account. */
import { expectAccessible, visitAtRest } from './accessibility.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test } from './fixtures.ts'
import { enter, newFan } from './people.ts'

test.use({ whole: true })

for (const size of [PHONE, DESKTOP])
  test(`one tap from the first page to sound, before any sign-in: ${size.width} px`, async () => {
    const visitor = await visitAtRest(size)
    const { page } = visitor
    await page.goto('/')
    const cover = page.locator('.door-cover img')
    await expect
      .poll(() => cover.evaluate((it: { naturalWidth: number }) => it.naturalWidth))
      .toBeGreaterThan(0)
    await page.getByText('Você compra uma, dá o play, e ela é sua por um tempo', { exact: false }).waitFor()
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
    expect(await panel.getByRole('link', { name: 'Criar conta' }).getAttribute('href')).toBe('/register')
    await shot(page, `door-sample-${size.width}`)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.getByLabel('E-mail').fill('fan@tune.test')
  })

test('who signs out finds the cover at the door as well', RELEASE, async () => {
  const visitor = await visitAtRest(DESKTOP)
  const { page } = visitor
  await enter(page, await newFan(), '/shelf')
  await page.getByRole('button', { name: 'Sair' }).click()
  await page.locator('.door-cover img').waitFor()
})
