// @module-tag release
/** The player in a real browser, framed by a page of another origin, as a product does it. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, type RunningEmulator, startEmulator } from '../testing.ts'
import { createVideo } from './video.ts'

const KEY = 'library-security-key'
const SYSTEM_CHROMIUM = '/usr/bin/chromium'

let host: RunningEmulator
let site: Server
let sitePort: number
let browser: Browser

beforeAll(async () => {
  host = await startEmulator('/video', ({ dataDir }) => createVideo({ dataDir, tokenKey: KEY }))
  sitePort = await freePort()
  site = createServer((request, response) => {
    const source = decodeURIComponent(request.url?.split('?')[1] ?? '')
    response.setHeader('content-type', 'text/html')
    response.end(`<link rel="icon" href="data:,"><iframe src="${source}" allow="autoplay"></iframe>`)
  }).listen(sitePort, 'localhost')
  browser = await chromium.launch({
    ...(existsSync(SYSTEM_CHROMIUM) && { executablePath: SYSTEM_CHROMIUM }),
    // The autoplay policy is what people's browsers have; headless ones are laxer.
    args: [
      '--autoplay-policy=document-user-activation-required',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  })
})

afterAll(async () => {
  await browser.close()
  site.close()
  await host.remove()
})

function address(videoId: string, seconds: number, flags: string): string {
  const expires = Math.floor(Date.now() / 1000) + seconds
  const token = createHash('sha256').update(`${KEY}${videoId}${expires}`).digest('hex')
  return `${host.origin}/video/embed/tune/${videoId}?token=${token}&expires=${expires}&${flags}`
}

/** Opens a page of another site with the player in it; by address, because a script's page counts as tapped. */
async function frame(page: Page, source: string) {
  page.setDefaultTimeout(10_000)
  await page.goto(`http://localhost:${sitePort}/?${encodeURIComponent(source)}`)
  return page.frameLocator('iframe')
}

/** Collects complaints from the console and the page: a working player has none. */
function complaints(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  page.on('pageerror', (fault) => said.push(fault.message))
  return said
}

const works = [
  'hora-de-luz',
  'quintal-eletrico',
  'carta-ao-vento',
  'noite-de-lata',
  'mare-cheia',
  'janela-acesa',
]

test.each(works)('%s plays, muted, without a tap', async (work) => {
  const page = await browser.newPage()
  const said = complaints(page)
  const player = await frame(page, address(work, 60, 'autoplay=true&muted=true'))
  const video = player.locator('video')
  await expect.poll(() => video.evaluate((it: { currentTime: number }) => it.currentTime)).toBeGreaterThan(0)
  expect(await player.getByRole('button', { name: 'Play' }).isVisible()).toBe(false)
  expect(said).toEqual([])
  await page.close()
})

test('a browser that wants a tap first gets a button, and the keyboard does the rest', async () => {
  const page = await browser.newPage()
  const player = await frame(page, address('hora-de-luz', 60, 'autoplay=true'))
  const video = player.locator('video')
  await player.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => video.evaluate((it: { currentTime: number }) => it.currentTime)).toBeGreaterThan(0)
  await page.keyboard.press('k')
  await expect.poll(() => video.evaluate((it: { paused: boolean }) => it.paused)).toBe(true)
  await page.keyboard.press('m')
  await expect.poll(() => video.evaluate((it: { muted: boolean }) => it.muted)).toBe(true)
  await page.close()
})

test('the page around plays, seeks, mutes and listens by the vendor’s messages', async () => {
  const page = await browser.newPage()
  const said = complaints(page)
  await page.addInitScript(`
    if (self === top) {
      self.heard = []
      addEventListener('message', ({ data }) => typeof data === 'string' && heard.push(JSON.parse(data)))
      self.say = (message) =>
        frames[0].postMessage(JSON.stringify({ context: 'player.js', version: '0.0.11', ...message }), '*')
    }`)
  const player = await frame(page, address('hora-de-luz', 60, 'autoplay=true&muted=true'))
  const heard = async (event: string) =>
    (await page.evaluate<{ event: string; value: never; listener?: string }[]>('heard')).filter(
      (message) => message.event === event,
    )
  await expect.poll(() => heard('ready')).not.toEqual([])
  const [ready] = await heard('ready')
  expect(ready).toMatchObject({
    context: 'player.js',
    value: { events: expect.arrayContaining(['timeupdate']) },
  })
  const video = player.locator('video')
  const state = () =>
    video.evaluate((it: { paused: boolean; muted: boolean; volume: number; currentTime: number }) => ({
      paused: it.paused,
      muted: it.muted,
      volume: it.volume,
      late: it.currentTime >= 12,
    }))
  await page.evaluate(`
    say({ method: 'addEventListener', value: 'timeupdate', listener: 'clock' })
    say({ method: 'setCurrentTime', value: 12 })
    say({ method: 'setVolume', value: 30 })
    say({ method: 'unmute' })
    say({ method: 'pause' })
    say({ method: 'getVolume', listener: 'loud' })
    say({ method: 'explode', listener: 'no' })`)
  await expect.poll(state).toEqual({ paused: true, muted: false, volume: 0.3, late: true })
  await expect.poll(() => heard('getVolume')).toMatchObject([{ value: 30, listener: 'loud' }])
  await expect.poll(() => heard('timeupdate')).not.toEqual([])
  expect((await heard('timeupdate'))[0]?.listener).toBe('clock')
  expect(await heard('error')).toMatchObject([{ listener: 'no' }])
  expect(said).toEqual([])
  await page.close()
})

test('a host in trouble leaves a sentence, not a black box', async () => {
  const page = await browser.newPage()
  const source = address('hora-de-luz', 60, 'autoplay=true&muted=true')
  await page.route('**/playlist.m3u8', (route) => route.fulfill({ status: 403 }))
  const player = await frame(page, source)
  await expect.poll(() => player.getByRole('status').textContent()).toContain('cannot be played')
  await page.close()
})
