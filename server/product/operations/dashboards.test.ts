/** docs/dashboards: a dashboard or alert that refers to a missing metric is worse than none. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GUIDE_OF, GUIDES } from '#domain/guide.ts'
import { WAITING } from '#domain/waiting.ts'
import guideTexts from '#i18n/en/guide-back-office.json' with { type: 'json' }
import guideTextsInPortuguese from '#i18n/pt/guide-back-office.json' with { type: 'json' }
import { createApp } from '../../app.ts'
import { addRealtimeMetrics } from '../../doors/realtime/metrics.ts'
import { createMetrics, type Metrics } from '../../platform/metrics/metrics.ts'
import { createMarket, type Market } from '../../testing/market.ts'
import { ALARMS } from './alarms.ts'
import { addBusinessMetrics } from './business-metrics.ts'
import { OPERATING_FIGURES } from './operating-figures.ts'

const TOKEN = 'a-token-of-the-metrics-of-32-chars'
const documents = new URL('../../../docs/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, documents), 'utf8')

type Panel = { type: string; title: string; targets?: { expr: string }[]; datasource?: { uid: string } }
type Dashboard = {
  schemaVersion: number
  templating: { list: { name: string; type: string }[] }
  panels: Panel[]
}
type Rule = { alert: string; expr: string; summary: string; severity: string; runbook: string }

const dashboard = JSON.parse(read('dashboards/tune.json')) as Dashboard
const rules = readRules(read('dashboards/alerts.yml'))

/** The rules, in the few line formats that this understands; any other line is a fault in the file. */
function readRules(text: string): Rule[] {
  const found: Rule[] = []
  const shapes: [RegExp, keyof Rule | null][] = [
    [/^ {8}expr: (.+)$/, 'expr'],
    [/^ {8}labels: \{ severity: (page|ticket) \}$/, 'severity'],
    [/^ {10}summary: '?(.+?)'?$/, 'summary'],
    [/^ {10}runbook_url: docs\/runbooks\.md#(\w+)$/, 'runbook'],
    [/^ {8}for: (\d+[mh])$/, null],
    [/^ {8}(annotations):$/, null],
  ]
  for (const line of text.split('\n')) {
    if (/^(#.*|groups:| {2}- name: tune| {4}rules:|)$/.test(line)) continue
    const alert = /^ {6}- alert: (\w+)$/.exec(line)?.[1]
    if (alert) {
      found.push({ alert, expr: '', summary: '', severity: '', runbook: '' })
      continue
    }
    const rule = found.at(-1)
    const fits = shapes.find(([shape]) => shape.test(line))
    if (!rule || !fits) throw new Error(`alerts.yml is not understood at: ${line}`)
    const [shape, key] = fits
    if (key) rule[key] = shape.exec(line)?.[1] as string
  }
  return found
}

/** The metrics that an expression refers to. */
function namesIn(expression: string): string[] {
  return expression.match(/\b(?:tune|nodejs|process)_\w+/g) ?? []
}

let market: Market
let scraped: string
beforeAll(async () => {
  market = await createMarket({ env: { METRICS_TOKEN: TOKEN } })
  const metrics = createMetrics(market.ctx, addBusinessMetrics(market.ctx))
  addRealtimeMetrics((metrics as Metrics).registry, () => ({
    sockets: 0,
    topics: 0,
    frames: 0,
    conflated: 0,
    slow: 0,
  }))
  const app = createApp(market.ctx, metrics)
  scraped = await (await app.request('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).text()
})
afterAll(() => market.close())

/** A histogram's own series have suffixes. */
const isScraped = (name: string) =>
  scraped.includes(`# TYPE ${name} `) ||
  scraped.includes(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} histogram`)

test('every figure that dashboard and alerts name is in a scrape', () => {
  const expressions = [
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...rules.map(({ expr }) => expr),
  ]
  const names = [...new Set(expressions.flatMap(namesIn))]
  expect(names.length).toBeGreaterThan(25)
  expect(names.filter((name) => !isScraped(name))).toEqual([])
})

test('the dashboard shows every figure of the market, and takes whatever data source is chosen', () => {
  const shown = JSON.stringify(dashboard.panels)
  expect(OPERATING_FIGURES.filter(({ name }) => !shown.includes(name)).map(({ name }) => name)).toEqual([])
  expect(dashboard.templating.list).toMatchObject([{ name: 'datasource', type: 'datasource' }])
  const panels = dashboard.panels.filter(({ type }) => type !== 'row')
  expect(panels.filter(({ datasource }) => datasource?.uid !== '$' + '{datasource}')).toEqual([])
})

test('whatever docs/operating.md calls alertable has a rule, and each rule says where to read on', () => {
  const operating = read('operating.md')
  const table = operating.slice(operating.indexOf('\n## Metrics')).split('\n## ')[1] ?? ''
  const alertable = [...table.matchAll(/^\| `(\w+)`.*\| yes \|$/gm)].map(([, name]) => name as string)
  expect(alertable.length).toBeGreaterThan(12)
  const watched = rules
    .flatMap(({ expr }) => namesIn(expr))
    .map((name) => name.replace(/_(bucket|count)$/, ''))
  expect(alertable.filter((name) => !watched.includes(name))).toEqual([])
  for (const { alert, summary, severity } of rules) {
    const section = /see docs\/operating\.md, "([^"]+)"\.$/.exec(summary)?.[1]
    expect([alert, operating.includes(`\n## ${section}\n`), severity !== '']).toEqual([alert, true, true])
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
})

test('an alarm of the first screen burns where its alert does', () => {
  for (const { kind, figure, is, limit } of ALARMS) {
    const rule = rules.find(({ alert }) => alert === GUIDE_OF[kind])
    expect(rule?.expr).toContain(`${is === '>' ? 'max' : 'min'}(${figure}) ${is} ${limit}`)
  }
})

test('the figures are named in docs/operating.md, and no others', () => {
  const operating = read('operating.md')
  const said = new Set(operating.match(/`tune_\w+`/g)?.map((name) => name.slice(1, -1)))
  const scrapedNames = [...scraped.matchAll(/^# TYPE (tune_\w+) /gm)].map(([, name]) => name as string)
  expect([...said].sort()).toEqual(scrapedNames.sort())
})

test('each alert and each matter that waits has its page in the guide, in both languages and in docs/runbooks.md', async () => {
  for (const { alerts } of [guideTexts, guideTextsInPortuguese])
    expect(Object.keys(alerts)).toEqual([...GUIDES])
  expect(rules.map(({ alert }) => alert).filter((alert) => !GUIDES.some((name) => name === alert))).toEqual(
    [],
  )
  expect(rules.filter(({ alert, runbook }) => runbook !== alert.toLowerCase())).toEqual([])
  expect(Object.keys(GUIDE_OF).sort()).toEqual([...WAITING].sort())
  const pages = GUIDES.map((name) => {
    const { title, means, todo } = guideTexts.alerts[name]
    const summary = rules.find(({ alert }) => alert === name)?.summary
    const technical = summary
      ? `\n\nFor whoever looks after the system: ${summary.replaceAll(/\{\{.*?\}\}/g, '…')}`
      : ''
    return `## ${name}\n\n**${title}.** ${means}\n\n${todo}${technical}\n`
  })
  await expect(
    `# Runbooks\n\nOne page for each alert and for whatever waits in the back office, where they stand under /admin/guide in the reader's\nlanguage. Made of i18n/en/guide-back-office.json: \`npx vitest run server/product/operations/dashboards.test.ts -u\`.\n\n${pages.join('\n')}`,
  ).toMatchFileSnapshot('../../../docs/runbooks.md')
})
