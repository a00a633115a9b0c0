/** Goals, measurements, and the page that compares them. */
import { median } from './statistics.ts'

/** One row of the results: a figure for each round, judged by their median, or, with `always`, one by one. */
export type Result = {
  goal: string
  /** What the figures are divided by or compared with, measured in the same run. */
  baseline: string
  unit: string
  rounds: number[]
  limit: { atLeast: number } | { atMost: number } | { always: number } | null
  /** Absolute figures and circumstances, to find out where the time went. */
  notes: string[]
}

export type Bench = {
  name: string
  title: string
  results: Result[]
  at: string
  machine: string
  /** The machine's other load. */
  load: string
  commit: string
}

/** Null where there is no goal. */
export function passes({ rounds, limit }: Pick<Result, 'rounds' | 'limit'>): boolean | null {
  if (!limit) return null
  if ('always' in limit) return rounds.every((figure) => figure === limit.always)
  const figure = median(rounds)
  return 'atLeast' in limit ? figure >= limit.atLeast : figure <= limit.atMost
}

export function renderResults(benches: readonly Bench[]): string {
  return `# Benchmark results

Written by \`npm run bench\` (\`npm run bench -- bids-throughput\` runs one and keeps the others' results). Each figure
stands beside its limit, measured in the same run: baseline and product take turns, and the median of the rounds
decides. Postgres 18 as in production: \`fsync\` and \`synchronous_commit\` on. Ratios travel between machines;
absolute figures do not.
${benches.map(renderBench).join('')}`
}

function renderBench({ name, title, results, at, machine, load, commit }: Bench): string {
  return `
## ${name}: ${title}

${at} · ${machine} · ${load} · commit ${commit}

| goal | limit | baseline | rounds | median | |
|---|---|---|---|---|---|
${results.map(renderResult).join('\n')}

${results.flatMap(({ goal, notes }) => notes.map((note) => `- ${goal}: ${note}`)).join('\n')}
`
}

export function renderResult(result: Result): string {
  const { goal, baseline, rounds, unit, limit } = result
  const verdict = { true: 'pass', false: '**miss**', null: 'reported' }[String(passes(result))]
  const cells = [
    goal,
    boundOf(limit),
    baseline,
    rounds.map(short).join(' · '),
    `${short(median(rounds))} ${unit}`.trim(),
  ]
  return `| ${cells.join(' | ')} | ${verdict} |`
}

function boundOf(limit: Result['limit']): string {
  if (!limit) return '–'
  if ('always' in limit) return `always ${limit.always}`
  return 'atLeast' in limit ? `≥ ${limit.atLeast}` : `≤ ${limit.atMost}`
}

/** Three significant digits, and all digits of larger integers. */
function short(value: number): string {
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en-US')
    : String(Number(value.toPrecision(3)))
}
