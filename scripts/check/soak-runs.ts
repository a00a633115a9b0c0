/** What a run of the first tier printed, and many of them as a part of docs/tests.md. */

export type SoakRun = {
  isGreen: boolean
  minutes: number
  /** Seconds by check. */
  seconds: Map<string, number>
  /** As `file > test: message`. */
  flaky: string[]
  failed: string[]
}

/** One that was cut short has no last line, and is not green. */
export function readRun(output: string): SoakRun {
  const checks = [...output.matchAll(/^── (.+): \d+ passed, \d+ failed, (\d+) s$/gm)]
  const seconds = new Map(checks.map(([, name = '', taken]) => [name, Number(taken)]))
  const linesAfter = (mark: string) =>
    output
      .split('\n')
      .filter((line) => line.startsWith(mark))
      .map((line) => line.slice(mark.length))
  return {
    isGreen: /^\d+ passed, 0 failed$/m.test(output),
    minutes: [...seconds.values()].reduce((sum, each) => sum + each, 0) / 60,
    seconds,
    flaky: linesAfter('1 FLAKY: '),
    failed: linesAfter('✗ '),
  }
}

/** Markdown: how many were green, minutes by check (median and longest), and each test that failed, by name. */
export function describeRuns(runs: readonly SoakRun[], busy: number, today: string): string {
  const green = runs.filter(({ isGreen }) => isGreen).length
  const names = [...new Set(runs.flatMap(({ seconds }) => [...seconds.keys()]))]
  const rows = names
    .filter((name) => !name.startsWith('second look'))
    .map((name) =>
      row(
        name,
        runs.flatMap(({ seconds }) => seconds.get(name) ?? []),
      ),
    )
  const whole = row(
    'all',
    runs.map(({ minutes }) => minutes * 60),
  )
  return [
    `\`npm run test:soak -- --runs ${runs.length} --busy ${busy}\` on ${today}: ${green} of ${runs.length} green.`,
    '',
    '| check | median, min | longest, min |',
    '|---|---|---|',
    ...rows,
    whole,
    '',
    ...listed(
      'Passed at the second look',
      runs.flatMap(({ flaky }) => flaky),
    ),
    ...listed(
      'Failed',
      runs.flatMap(({ failed }) => failed),
    ),
    '',
  ].join('\n')
}

function row(name: string, seconds: number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b)
  const minutes = (at: number) => ((sorted[at] ?? 0) / 60).toFixed(1)
  return `| ${name} | ${minutes(Math.floor(sorted.length / 2))} | ${minutes(sorted.length - 1)} |`
}

function listed(title: string, lines: string[]): string[] {
  if (lines.length === 0) return [`${title}: none.`]
  return [`${title}:`, '', ...lines.toSorted().map((line) => `- ${line}`), '']
}
