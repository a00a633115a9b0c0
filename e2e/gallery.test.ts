/** The kit's gallery: every component in every state, in both themes. */
import { join } from 'node:path'
import { createServer } from 'vite'
import { closeDialog, expectAccessible } from './accessibility.ts'
import { DESKTOP, expect, RELEASE, test, visit, world } from './fixtures.ts'

let gallery: Awaited<ReturnType<typeof createServer>>
test.beforeAll(async () => {
  gallery = await createServer({
    configFile: join(import.meta.dirname, '../web/vite.config.ts'),
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1', proxy: { '/config.json': world.url } },
  })
  await gallery.listen()
})
test.afterAll(async () => {
  await gallery.close()
})

test('every component is readable in both themes, and overlays close by keyboard', RELEASE, async () => {
  const visitor = await visit({ viewport: DESKTOP })
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
})
