/** Every artist with a project, what they are owed and what they were paid. */
import * as v from 'valibot'
import { csvAmount, csvTime } from '../../platform/csv.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import { type AdminArtistWire, adminArtistWire } from './wire.ts'

const artistRow = v.object({ ...adminArtistWire.entries, lastPayoutAt: v.nullable(v.date()) })

export const artists: AdminList<AdminArtistWire> = {
  async read(sql, query, by) {
    const id = sql`artists.id`
    // As `SEES_ACCOUNTS` says: what is not seen is not searched by either.
    const seen = (value: Fragment) => sql`case when private.approves_money(${by}) then ${value} end`
    const text = sql`private.search_form(name || ' ' || wallet)`
    const rows = parseRows(
      artistRow,
      await sql`
        select artists.id, artists.uid, name, wallet, works.names as projects, ${seen(sql`payable`)} as payable,
          ${seen(sql`coalesce(payouts.paid, 0)::float8`)} as paid, ${seen(sql`payouts.last`)} as "lastPayoutAt"
        from private.artists
        cross join lateral (
          select array_agg(project_name order by projects.id desc) as names, sum(balance)::float8 as payable
          from (
            select project_id, sum(balance) as balance
            from private.payable_accounts
            join ledger.accounts on accounts.id = account_id
            where artist_id = artists.id
            group by project_id
          ) owed
          join projects on projects.id = owed.project_id
        ) works
        cross join lateral (
          select sum(amount) as paid, max(ended_at) as last
          from private.artist_payouts
          where artist_id = artists.id and status = 'paid'
        ) payouts
        -- A draft whose wallet was changed leaves nobody behind.
        where works.names is not null
          and ${within(sql, query.filters, { amount: seen(sql`payable`) })}
          and ${beyond(sql, id, query)} and ${query.search ? contains(sql, text, query) : sql`true`}
        ${inOrder(sql, id, query)}`,
    )
    return page(
      rows.map((row) => ({ ...row, lastPayoutAt: row.lastPayoutAt?.toISOString() ?? null })),
      query,
    )
  },
  columns: {
    uid: ({ uid }) => uid,
    artist: ({ name }) => name,
    wallet: ({ wallet }) => wallet,
    projects: ({ projects }) => projects.join(', '),
    payable: ({ payable }, language) => (payable === null ? '' : csvAmount(payable, language)),
    paidOut: ({ paid }, language) => (paid === null ? '' : csvAmount(paid, language)),
    lastPayoutAt: ({ lastPayoutAt }, language) => (lastPayoutAt ? csvTime(lastPayoutAt, language) : ''),
  },
}
