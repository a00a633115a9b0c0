/** The views that must always be empty. */
import { withProduct } from './product.ts'

export const usage = [
  ['faults', 'what contradicts itself in ledger, market and on the chain; ends with 1 when anything does'],
] as const

export function run(): Promise<number> {
  return withProduct(async ({ sql, say }) => {
    const views = await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, viewname) as name from pg_views
      where schemaname in ('ledger', 'market', 'chain') and viewname like '%faults' order by 1`
    let found = 0
    for (const { name } of views) {
      const rows = await sql.unsafe(`select * from ${name}`)
      found += rows.length
      say(`${name.padEnd(26)} ${rows.length}`)
      for (const row of rows) say(`  ${JSON.stringify(row)}`)
    }
    return found === 0 ? 0 : 1
  })
}
