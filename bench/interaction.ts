/**
 * How soon the auction page responds to a tap while bids pour in, on a phone with a quarter of this machine's speed.
 */
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureBrowser } from '../scripts/browser.ts'
import { startRemote } from '../scripts/remote.ts'
import type { BidLoad } from './bid-load.ts'
import type { BenchContext } from './main.ts'
import { planBids } from './plan-bids.ts'
import type { Result } from './report.ts'
import { type Stage, setStage } from './stage.ts'
import { percentile } from './statistics.ts'
import { JWT_SECRET } from './world.ts'

export const title = 'touching the auction page under load'

const BIDS_A_SECOND = 20
const TAPS = 25
const SLOWDOWN = 4
/** Bids enough for a round of taps with a margin. */
const BIDS = 600
/** Each takes half a minute. */
const MOST_ROUNDS = 3
/** Half of what counts as good (web.dev/inp). */
const MOST_MS = 100

export async function run(context: BenchContext): Promise<Result[]> {
  const stage = await setStage(context, BIDS)
  const load = startRemote<BidLoad>(`${import.meta.dirname}/bid-load.ts`)
  // The first fan only watches.
  await load.call('prepare', { secret: JWT_SECRET, fans: stage.market.fans })
  const plan = planBids(stage.market)
  const browser = await chromium.launchPersistentContext('', {
    executablePath: ensureBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
    viewport: { width: 390, height: 844 },
    locale: 'pt-BR',
  })
  const figures = { quiet: [] as number[], busy: [] as number[] }
  try {
    await stage.signIn(browser)
    // One auction for each round: a fan has one standing bid in each.
    for (let round = 0; round < Math.min(context.rounds, MOST_ROUNDS); round++) {
      const page = await openAuction(browser, stage, round)
      const quiet = await tap(page)
      const bids = plan.hot(round).slice(1)
      let over = false
      const pouring = load
        .call('pace', { port: stage.server.port, connections: 8, rate: BIDS_A_SECOND, bids })
        .finally(() => {
          over = true
        })
      const busy = await tap(page)
      if (over) throw new Error('the bids ended before the taps did')
      await pouring
      await page.close()
      figures.quiet.push(percentile(quiet, 0.95))
      figures.busy.push(percentile(busy, 0.95))
      context.say(
        `p95 of ${TAPS} taps: quiet ${percentile(quiet, 0.95)} ms, busy ${percentile(busy, 0.95)} ms`,
      )
    }
  } finally {
    await browser.close()
    await load.stop()
  }
  return [
    {
      goal: `tap to paint, p95, at ${BIDS_A_SECOND} bids/s`,
      baseline: 'the same page without a bid',
      unit: 'ms',
      rounds: figures.busy,
      limit: { atMost: MOST_MS },
      notes: [`without a bid ${figures.quiet.join(' · ')} ms; processor slowed ${SLOWDOWN} times`],
    },
  ]
}

async function openAuction(browser: BrowserContext, stage: Stage, project: number): Promise<Page> {
  const page = await browser.newPage()
  const session = await browser.newCDPSession(page)
  await page.goto(`${stage.url}/auction/${stage.market.projects[project]?.uid}`, { waitUntil: 'networkidle' })
  await page.locator('h1').waitFor()
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return page
}

/** Milliseconds from each tap to the frame that responds to it, from the browser's event timing. */
async function tap(page: Page): Promise<number[]> {
  await page.evaluate(`
    globalThis.taps = []
    globalThis.watch?.disconnect()
    globalThis.watch = new PerformanceObserver((list) => {
      for (const one of list.getEntries()) if (one.name === 'click') taps.push(one.duration)
    })
    watch.observe({ type: 'event', durationThreshold: 16 })
  `)
  const eye = page.getByRole('button', { name: /^(Mostrar|Ocultar) saldos$/ })
  for (let count = 0; count < TAPS; count++) {
    await eye.click()
    await page.waitForTimeout(200)
  }
  const taken = await page.evaluate<number[]>('taps')
  // Anything faster than the observer's threshold has no entry.
  return [...taken, ...Array.from({ length: Math.max(0, TAPS - taken.length) }, () => 16)]
}
