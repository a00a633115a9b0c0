/** A first lot for sale, and whether it was sold as it should be. */
import type { Sql } from '#server/platform/db/sql.ts'

/** A project of that many units, none of them sold; its uid. */
export async function openLot(sql: Sql, units: number): Promise<string> {
  const [project] = await sql<{ uid: string }[]>`
    insert into projects (project_name, author, thumbnail, description, video_id, symbol, fiat_price, total_supply,
      valid_period, expired_at, author_wallet, contract_address, is_active)
    values ('Lot', 'Bench', '/cover.webp', 'Bench', 'bench', 'LOT', 1000, ${units}, 3600, now() + interval '30 days',
      ${`0x${'c'.repeat(40)}`}, '0x' || lpad(to_hex((random() * 1e9)::int), 40, 'd'), true)
    returning uid`
  return (project as { uid: string }).uid
}

/** Whether each unit was sold once, nobody paid without one, and the books are in order. */
export async function isSoldOut(sql: Sql, project: string, units: number): Promise<boolean> {
  const [row] = await sql<{ sold: number; paid: number; faults: number }[]>`
    select
      (select count(distinct unit_id)::int from mints where project_id = projects.id) as sold,
      (select count(*)::int from payments where project_id = projects.id) as paid,
      ((select count(*) from ledger.faults) + (select count(*) from market.faults))::int as faults
    from projects where uid = ${project}`
  return row?.sold === units && row.paid === units && row.faults === 0
}
