/** The kit's gallery: every component in every state, in both themes. */
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { createServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDialog, expectAccessible, visitAtRest } from './accessibility.ts'
import { DESKTOP, launch, RELEASE, world } from './fixtures.ts'

let browser: Browser
let gallery: Awaited<ReturnType<typeof createServer>>
beforeAll(async () => {
  browser = await launch()
  gallery = await createServer({
    configFile: join(import.meta.dirname, '../web/vite.config.ts'),
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1', proxy: { '/config.json': world.url } },
  })
  await gallery.listen()
})
afterAll(async () => {
  await gallery.close()
  await browser.close()
})

test('every component is readable in both themes, and overlays close by keyboard', RELEASE, async () => {
  const visitor = await visitAtRest(browser, DESKTOP)
  const { page } = visitor
  await page.goto(`${gallery.resolvedUrls?.local[0]}gallery/`)
  await page.getByRole('heading', { name: '_gallery' }).waitFor()
  expect(await page.getByRole('region').count()).toBeGreaterThan(8)
  await expectAccessible(page, 'gallery')
  for (const button of ['Open the modal', 'Open the panel']) {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, button)
    await closeDialog(page)
  }
  await visitor.end()
})
