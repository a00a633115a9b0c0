/** How fast the accountant's month is written: rows for each second of processor time, and how soon its first byte is there. */
import { machineFile, spreadsheet } from '#server/product/accounting/files.ts'
import { readMovements } from '#server/product/accounting/movements.ts'
import { workbook } from '#server/product/accounting/workbook.ts'
import type { BenchContext } from './main.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'

export const title = "the accountant's month of 200,000 lines, as files"

const FANS = 1000
const PAYMENTS = 100_000
/** A deposit and its fee for each payment. */
const LINES = 2 * PAYMENTS
const MONTH = /^\d{4}-\d\d/

type Figures = { rowsPerSecond: number; firstByteMs: number; seconds: number }
type File = AsyncIterable<unknown>

export async function run({ world, rounds, say }: BenchContext): Promise<Result[]> {
  const { sql } = await world.createDatabase()
  await seedMarket(sql, { fans: FANS, auctions: 100 })
  await sql.unsafe(PAID)
  const month = MONTH.exec(new Date(Date.now() - 3 * 3_600_000).toISOString())?.[0] ?? ''
  const files: Record<string, () => File | Promise<File>> = {
    'CSV for people': () => spreadsheet(sql, month, 'pt'),
    'CSV for programs': () => machineFile(sql, month),
    workbook: () => workbook(sql, month, 'pt'),
  }
  const results: Result[] = []
  for (const [name, open] of Object.entries(files)) {
    const read: Figures[] = []
    const ours: Figures[] = []
    // The first round warms.
    for (let round = 0; round <= rounds; round++) {
      const [bare, written] = [await measure(() => readMovements(sql, month)), await measure(open)]
      say(`${name}: ${describe(written)}; read alone ${describe(bare)}`)
      if (round === 0) continue
      read.push(bare)
      ours.push(written)
    }
    results.push(
      {
        goal: `${name}: rows for a second of the process's time`,
        baseline: 'none: a speed; the same rows read alone are noted',
        unit: 'rows/s',
        rounds: ours.map(({ rowsPerSecond }) => rowsPerSecond),
        limit: { atLeast: 20_000 },
        notes: [`ours ${ours.map(describe).join(' · ')}`, `read alone ${read.map(describe).join(' · ')}`],
      },
      {
        goal: `${name}: first byte`,
        baseline: 'none: a time',
        unit: 'ms',
        rounds: ours.map(({ firstByteMs }) => firstByteMs),
        limit: { atMost: 100 },
        notes: [],
      },
    )
  }
  return results
}

async function measure(open: () => File | Promise<File>): Promise<Figures> {
  const [from, before] = [performance.now(), process.cpuUsage()]
  let first: number | undefined
  for await (const _part of await open()) first ??= performance.now() - from
  const { user, system } = process.cpuUsage(before)
  return {
    rowsPerSecond: LINES / ((user + system) / 1e6),
    firstByteMs: first ?? Number.NaN,
    seconds: (performance.now() - from) / 1000,
  }
}

const describe = ({ rowsPerSecond, firstByteMs, seconds }: Figures) =>
  `${Math.round(rowsPerSecond).toLocaleString('en-US')} rows/s, first byte after ${firstByteMs.toFixed(0)} ms, all after ${seconds.toFixed(1)} s`

const PAID = `
insert into payments (user_id, flow, method, amount, fee, status, intent_id)
select ('00000000-0000-4000-8000-' || lpad(to_hex(1 + n % ${FANS}), 12, '0'))::uuid, 'balance', 'card', 10000 + n % 5000, 399,
  'succeded-token', 'pi_' || md5(n::text)
from generate_series(1, ${PAYMENTS}) n;
select ledger.transfer(array(
  select row('deposit:' || uid, 'deposit', 'processor:clearing', 'fan:' || user_id || ':available', amount)::ledger.entry
  from payments where method = 'card'
  union all
  select row('card_fee:' || uid, 'card_fee', 'processor:clearing', 'platform:card_fees', fee)::ledger.entry
  from payments where method = 'card'
));
analyze;
`
