/** Every project, including drafts and closed ones. */
import { projectPhase } from '#domain/project.ts'
import { csvAmount, csvTime, csvYesNo } from '../../platform/csv.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import type { AdminProjectWire } from './wire.ts'

type Row = Omit<AdminProjectWire, 'phase' | 'createdAt'> & {
  unsold: number
  expiredAt: Date
  createdAt: Date
  now: Date
}

export const projects: AdminList<AdminProjectWire> = {
  async read(sql, query) {
    const id = sql`id`
    const rows = await sql<Row[]>`
      select id, uid, project_name as "projectName", author, thumbnail, contract_address as "contractAddress",
        fiat_price as "fiatPrice", total_supply as "totalSupply",
        -- Both counts are kept with the market: nothing is counted here.
        total_supply - unsold + winners as sales,
        unsold, is_active as "isActive", paused_at is not null as "isPaused", expired_at as "expiredAt", created_at as "createdAt",
        clock_timestamp() as now
      from projects
      join market.state on state.project_id = projects.id
      where ${beyond(sql, id, query)} and ${query.search ? contains(sql, sql`search`, query) : sql`true`}
      ${inOrder(sql, id, query)}`
    return page(rows.map(present), query)
  },
  columns: {
    uid: ({ uid }) => uid,
    project: ({ projectName }) => projectName,
    author: ({ author }) => author,
    contract: ({ contractAddress }) => contractAddress ?? '',
    price: ({ fiatPrice }) => csvAmount(fiatPrice),
    units: ({ totalSupply }) => String(totalSupply),
    sales: ({ sales }) => String(sales),
    isAtAuction: ({ phase }, language) => csvYesNo(phase === 'auction', language),
    isPublished: ({ isActive }, language) => csvYesNo(isActive, language),
    isPaused: ({ isPaused }, language) => csvYesNo(isPaused, language),
    createdAt: ({ createdAt }) => csvTime(createdAt),
  },
}

function present({ unsold, expiredAt, now, ...row }: Row): AdminProjectWire {
  return {
    ...row,
    phase: projectPhase({ expiredAt: expiredAt.getTime(), firstLotSold: unsold === 0 }, now.getTime()),
    createdAt: row.createdAt.toISOString(),
  }
}
