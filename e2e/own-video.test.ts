/**
 * Videos from our own store of files and from the video host's CDN, on our own page, whose end is the end of both; and on the video
 * host's page, which ends alone.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { filesInFolder } from '../server/platform/files/folder.ts'
import { newAuction } from './auctions.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test, visit, withDatabase, world } from './fixtures.ts'
import { enter, type Fan } from './people.ts'
import { moveToSecondServer } from './second-server.ts'

const FILM = join(import.meta.dirname, '../emulators/video/media/mare-cheia')

/** Refusals that the browser logs, and covers, which are at the first server's address. */
const REFUSED = /status of 40[39]|img-src/
/** Of the emulated zone. */
const SEGMENT = /\/video\/cdn\/bcdn_token=.*\.m4s$/

test.use({ whole: true })
test.beforeAll(async () => {
  const videos = filesInFolder(join(world.dataDir, 'videos'))
  for (const name of await readdir(FILM))
    await videos.put(`mare-cheia/${name}`, await readFile(join(FILM, name)))
})

const isPlaying = (page: Page) =>
  page
    .frameLocator('[role=dialog] iframe')
    .locator('video')
    .evaluate((it: { paused: boolean; currentTime: number }) => !it.paused && it.currentTime > 0)

for (const one of [
  { provider: 's3', viewport: PHONE, media: /\/video\/mare-cheia\/.*\.m4s$/, over: 403 },
  { provider: 'bunny-cdn', viewport: DESKTOP, media: SEGMENT, over: 403 },
  { provider: 'bunny', viewport: DESKTOP, media: SEGMENT, over: 200 },
])
  test(
    `from ${one.provider}: it plays, obeys the player around it, and after the window its page is 403, its segments ${one.over}`,
    RELEASE,
    async () => {
      const { holders, projectName } = await newAuction()
      const fan = holders[0] as Fan
      const endServer = await moveToSecondServer({
        VIDEO_PROVIDER: one.provider,
        VIDEO_EMBED_URL: `${world.emulators}/video/embed/4711`,
      })
      const visitor = await visit({ viewport: one.viewport, allowed: REFUSED })
      const { page } = visitor
      /** As anybody could copy them. */
      const media = new Set<string>()
      page.on('request', (request) => one.media.test(request.url()) && media.add(request.url()))
      await enter(page, fan, '/shelf')
      await page.getByRole('button', { name: new RegExp(projectName) }).click()
      await page.getByRole('button', { name: 'Dar o play' }).click()
      await expect.poll(() => isPlaying(page), { timeout: 20_000 }).toBe(true)
      // The lock screen shows the session of the frame that plays, which is ours to fill where the page is.
      const frame = page.locator('[role=dialog] iframe')
      const shown = (one.provider === 'bunny' ? page : frame.contentFrame()).locator('body')
      const title = () => shown.evaluate('navigator.mediaSession.metadata?.title')
      await expect.poll(title).toBe(projectName)
      expect(
        await frame
          .contentFrame()
          .locator('video')
          .evaluate((it: { loop: boolean }) => it.loop),
      ).toBe(true)
      await shot(page, `own-video-${one.provider}`)
      await page.getByRole('dialog').getByRole('heading', { name: projectName }).click()
      await page.keyboard.press(' ')
      await expect.poll(() => isPlaying(page)).toBe(false)
      await page.keyboard.press(' ')
      await expect.poll(() => isPlaying(page)).toBe(true)
      // In a page of ours Escape is heard by the player around it.
      if (one.provider !== 'bunny') await frame.contentFrame().locator('video').focus()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      await withDatabase(
        (sql) => sql`
      update mints set will_expire_at = date_trunc('second', now()) + interval '30 seconds'
      where user_id = ${fan.uid} and status = 'minted'`,
      )
      media.clear()
      await page.reload()
      await page.getByRole('button', { name: new RegExp(`${projectName}.*Ouvir de novo`) }).click()
      await expect.poll(() => isPlaying(page), { timeout: 10_000 }).toBe(true)
      const address = (await frame.getAttribute('src')) ?? ''
      const [segment = ''] = media
      expect((await fetch(segment)).status).toBe(200)
      const manifest = segment.replace(/[^/]+$/, one.provider === 's3' ? 'index.m3u8' : 'playlist.m3u8')
      expect((await fetch(manifest)).status).toBe(200)
      await page.getByRole('dialog').getByText(`Seu acesso a ${projectName} terminou.`).waitFor()
      expect((await fetch(address)).status).toBe(403)
      for (const copied of [segment, manifest]) expect((await fetch(copied)).status).toBe(one.over)
      await visitor.end()
      await endServer()
    },
  )
