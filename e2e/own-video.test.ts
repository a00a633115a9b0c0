/** Videos on our own page: from our own store of files, and from the video host's CDN. The window's end is the end of both. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { filesInFolder } from '../server/platform/files/folder.ts'
import { newAuction } from './auctions.ts'
import { expectToast } from './bidding.ts'
import { DESKTOP, expect, PHONE, RELEASE, shot, test, visit, withDatabase, world } from './fixtures.ts'
import { enter, type Fan } from './people.ts'
import { moveToSecondServer } from './second-server.ts'

const FILM = join(import.meta.dirname, '../emulators/video/media/mare-cheia')

/** Refusals that the browser logs, and covers, which are at the first server's address. */
const REFUSED = /status of 40[39]|img-src/

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
  { provider: 's3', viewport: PHONE, media: /\/video\/mare-cheia\/.*\.m4s$/, over: 403, more: () => ({}) },
  {
    provider: 'bunny-cdn',
    viewport: DESKTOP,
    media: /\/video\/cdn\/bcdn_token=.*\.m4s$/,
    over: 403,
    more: () => ({ VIDEO_CDN_URL: `${world.emulators}/video/cdn`, VIDEO_CDN_KEY: 'video-cdn-key' }),
  },
])
  test(
    `from ${one.provider}: it plays, obeys the player around it, and with the window its segments end`,
    RELEASE,
    async () => {
      const { holders, projectName } = await newAuction()
      const fan = holders[0] as Fan
      const endServer = await moveToSecondServer({ VIDEO_PROVIDER: one.provider, ...one.more() })
      const visitor = await visit({ viewport: one.viewport, allowed: REFUSED })
      const { page } = visitor
      /** As anybody could copy them. */
      const media = new Set<string>()
      page.on('request', (request) => one.media.test(request.url()) && media.add(request.url()))
      await enter(page, fan, '/shelf')
      await page.getByRole('button', { name: new RegExp(projectName) }).click()
      await page.getByRole('button', { name: 'Dar o play' }).click()
      await expect.poll(() => isPlaying(page), { timeout: 20_000 }).toBe(true)
      // The lock screen shows the session of the frame that plays.
      const shown = page.frameLocator('[role=dialog] iframe').locator('body')
      const title = () => shown.evaluate('navigator.mediaSession.metadata?.title')
      await expect.poll(title).toBe(projectName)
      await shot(page, `own-video-${one.provider}`)
      await page.getByRole('dialog').getByRole('heading', { name: projectName }).click()
      await page.keyboard.press(' ')
      await expect.poll(() => isPlaying(page)).toBe(false)
      await page.keyboard.press(' ')
      await expect.poll(() => isPlaying(page)).toBe(true)
      await page.keyboard.press('Escape')

      await withDatabase(
        (sql) => sql`
      update mints set will_expire_at = date_trunc('second', now()) + interval '30 seconds'
      where user_id = ${fan.uid} and status = 'minted'`,
      )
      media.clear()
      await page.reload()
      await page.getByRole('button', { name: new RegExp(`${projectName}.*Ouvir de novo`) }).click()
      await expect.poll(() => isPlaying(page), { timeout: 10_000 }).toBe(true)
      const [segment = ''] = media
      expect((await fetch(segment)).status).toBe(200)
      const manifest = segment.replace(/[^/]+$/, one.provider === 's3' ? 'index.m3u8' : 'playlist.m3u8')
      expect((await fetch(manifest)).status).toBe(200)
      await expectToast(page, `Seu acesso a ${projectName} terminou.`)
      for (const address of [segment, manifest]) expect((await fetch(address)).status).toBe(one.over)
      await visitor.end()
      await endServer()
    },
  )
