/** The table of flaky tests in docs/tests.md, and which of them have been left for too long. */

export type FlakyRow = { date: string; test: string; mended: string }

const DAYS_TO_MEND = 14
const MOST_TIMES = 2
const DAY_MS = 86_400_000

/** Rows of the table whose first column is a date: date, test, message, cause, mended. */
export function flakyRows(markdown: string): FlakyRow[] {
  return markdown
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, date]) => /^\d{4}-\d\d-\d\d$/.test(date ?? ''))
    .map(([, date = '', test = '', , , mended = '']) => ({ date, test, mended }))
}

/** What must be mended, or moved to the second tier, before anything else lands. */
export function overdue(rows: readonly FlakyRow[], today: Date): string[] {
  const open = rows.filter(({ mended }) => mended === '')
  const old = open.filter(({ date }) => today.getTime() - Date.parse(date) > DAYS_TO_MEND * DAY_MS)
  const often = open.filter(({ test }) => rows.filter((row) => row.test === test).length > MOST_TIMES)
  return [
    ...old.map(({ test, date }) => `${test} is flaky since ${date}`),
    ...new Set(often.map(({ test }) => `${test} was flaky more than ${MOST_TIMES} times`)),
  ]
}
