/** The first view on a cheap phone: Lighthouse's scores, the largest contentful paint, and the transferred bytes. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { type BrowserContext, chromium } from 'playwright-core'
import { ensureBrowser } from '../scripts/browser.ts'
import { freePort } from '../scripts/free-port.ts'
import type { BenchContext } from './main.ts'
import type { Result } from './report.ts'
import { type Stage, setStage } from './stage.ts'

export const title = 'the first look, on a phone'

/** Each view takes a quarter of a minute. */
const MOST_ROUNDS = 3
const DIST = join(import.meta.dirname, '../web/dist')
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]
type Look = Record<Category, number> & { lcp: number; cls: number; failed: string[] }
type Screen = { name: string; path: string; signedIn: boolean; kilobytes: number }

const STATIC = '/legal/pt/terms.html'
/** As in Lighthouse. */
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true }
const SCREENS: Screen[] = [
  { name: 'sign-in', path: '/', signedIn: false, kilobytes: 130 },
  { name: 'dashboard', path: '/dashboard', signedIn: true, kilobytes: 200 },
]

export async function run(context: BenchContext): Promise<Result[]> {
  const stage = await setStage(context, 1)
  const results: Result[] = []
  for (const screen of SCREENS) results.push(...(await measure(stage, screen, context)))
  return results
}

async function measure(
  stage: Stage,
  screen: Screen,
  { folder, rounds, say }: BenchContext,
): Promise<Result[]> {
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(join(folder, screen.name), {
    executablePath: ensureBrowser(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
    locale: 'pt-BR',
  })
  try {
    if (screen.signedIn) await stage.signIn(browser)
    const kilobytes = await scriptsOf(browser, `${stage.url}${screen.path}`)
    if (screen.signedIn) await keepFiles(browser, `${stage.url}${screen.path}`)
    const looks: { product: Look; plain: Look }[] = []
    for (let round = 0; round < Math.min(rounds, MOST_ROUNDS); round++) {
      // A signed-in person has been here before, and has the files; a stranger has nothing.
      if (!screen.signedIn) await forgetFiles(browser, stage.url)
      const plain = await look(`${stage.url}${STATIC}`, port)
      const product = await look(`${stage.url}${screen.path}`, port)
      looks.push({ product, plain })
      say(
        `${screen.name}: LCP ${product.lcp.toFixed(0)} ms, static ${plain.lcp.toFixed(0)} ms; ${product.failed.join(', ')}`,
      )
    }
    const products = looks.map(({ product }) => product)
    const list = (values: number[]) => values.map((value) => value.toFixed(0)).join(' · ')
    const goal = (what: string) => `${screen.name}: ${what}`
    return [
      ...CATEGORIES.map((category): Result => {
        const atLeast = category === 'performance' ? 95 : 100
        const failed = [...new Set(products.flatMap((one) => one.failed))]
        return {
          goal: goal(category),
          baseline: '–',
          unit: '',
          rounds: products.map((one) => one[category]),
          limit: { atLeast },
          notes:
            category === 'performance' || failed.length === 0 ? [] : [`not passed: ${failed.join(', ')}`],
        }
      }),
      {
        goal: goal('LCP / static page'),
        baseline: `LCP of ${STATIC}`,
        unit: '×',
        rounds: looks.map(({ product, plain }) => product.lcp / plain.lcp),
        limit: { atMost: 1.8 },
        notes: [
          `${list(products.map(({ lcp }) => lcp))} ms; static ${list(looks.map(({ plain }) => plain.lcp))} ms`,
        ],
      },
      {
        goal: goal('layout shift'),
        baseline: '–',
        unit: '',
        rounds: products.map(({ cls }) => cls),
        limit: { atMost: 0.02 },
        notes: [],
      },
      {
        goal: goal('JavaScript of the first view'),
        baseline: 'gzip -9',
        unit: 'kB',
        rounds: [kilobytes],
        limit: { atMost: screen.kilobytes },
        notes: [],
      },
    ]
  } finally {
    await browser.close()
  }
}

/** Lighthouse's mobile settings: a mid-range phone on slow 4G, simulated. */
async function look(url: string, port: number): Promise<Look> {
  const flags = {
    port,
    logLevel: 'silent' as const,
    // The session lives there.
    disableStorageReset: true,
    onlyCategories: [...CATEGORIES],
  }
  let run = await lighthouse(url, flags)
  // A busy browser sometimes loses the trace; nothing was measured then, and it is repeated.
  for (let more = 0; more < 3 && run?.lhr.runtimeError; more++) run = await lighthouse(url, flags)
  if (!run || run.lhr.runtimeError)
    throw new Error(`${url}: ${run?.lhr.runtimeError?.message ?? 'nothing was seen'}`)
  const { audits, categories } = run.lhr
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  const judged = CATEGORIES.filter((one) => one !== 'performance').flatMap(
    (one) => categories[one]?.auditRefs ?? [],
  )
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    lcp: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    failed: judged.filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0).map(({ id }) => id),
  }
}

/**
 * As after a first visit with the same phone: the worker has every file, and the server has rendered the pictures in
 * its size.
 */
async function keepFiles(browser: BrowserContext, url: string): Promise<void> {
  const page = await browser.newPage()
  const session = await browser.newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', PHONE)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await page.close()
}

async function forgetFiles(browser: BrowserContext, origin: string): Promise<void> {
  const page = await browser.newPage()
  const session = await browser.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' })
  await page.close()
}

/**
 * Kilobytes (1000 bytes) of script that a first view requests, each file gzipped at the highest level. Where the
 * screen marks the end of that view (web/src/lib/first-view.ts), later requests do not count.
 */
async function scriptsOf(browser: BrowserContext, url: string): Promise<number> {
  const page = await browser.newPage()
  // Files requested for later are not part of the first view.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await page.goto(url, { waitUntil: 'networkidle' })
  const names = await page.evaluate<string[]>(`
    (() => {
      const [mark] = performance.getEntriesByName('first-view')
      const asked = performance.getEntriesByType('resource')
        .filter((one) => one.startTime <= (mark?.startTime ?? Infinity))
        .map((one) => new URL(one.name).pathname)
      return [...new Set(asked)].filter((name) => name.endsWith('.js'))
    })()
  `)
  await page.close()
  const sizes = await Promise.all(names.map(async (name) => (await stat(`${DIST}${name}.gz`)).size))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}
