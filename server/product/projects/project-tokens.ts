/** A project's tokens: who holds its units, and who has pressed play. */
import * as v from 'valibot'
import en from '#i18n/en/people-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/people-back-office.json' with { type: 'json' }
import { csvAmount, csvTime } from '../../platform/csv.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import { type AdminList, beyond, inOrder, page } from '../back-office/list.ts'
import { type ProjectTokenWire, projectTokenWire } from './wire.ts'

const STATUSES = { pt: pt.tokenStatuses, en: en.tokenStatuses }

const tokenRow = v.object({
  ...projectTokenWire.entries,
  playedAt: v.nullable(v.date()),
  willExpireAt: v.nullable(v.date()),
  createdAt: v.date(),
})

/** Those of one project; it costs what the project has units, or by `played` what it has sold. */
export function tokensOfProject(project: string): AdminList<ProjectTokenWire> {
  return {
    async read(sql, query) {
      const id = sql`mints.id`
      const rows = parseRows(
        tokenRow,
        await sql`
          select mints.id, mints.uid, units.number as unit, mints.amount, mints.status, played_at as "playedAt",
            will_expire_at as "willExpireAt", mints.created_at as "createdAt", payments.uid as payment,
            json_build_object(
              'uid', users.uid, 'fullName', full_name, 'nickname', nickname, 'email', email, 'photoUrl', photo_url
            ) as user
          from mints
          join units on units.id = mints.unit_id
          join users on users.uid = mints.user_id
          left join payments on payments.id = mints.payment_id
          where ${beyond(sql, id, query)} and ${inState(sql, project, query.filters.status)}
          ${inOrder(sql, id, query)}`,
      )
      return page(
        rows.map((row) => ({
          ...row,
          playedAt: row.playedAt?.toISOString() ?? null,
          willExpireAt: row.willExpireAt?.toISOString() ?? null,
          createdAt: row.createdAt.toISOString(),
        })),
        query,
      )
    },
    columns: {
      uid: ({ uid }) => uid,
      unit: ({ unit }) => String(unit),
      name: ({ user }) => user.fullName ?? '',
      email: ({ user }) => user.email,
      amount: ({ amount }, language) => csvAmount(amount, language),
      status: ({ status }, language) => STATUSES[language][status],
      playedAt: ({ playedAt }, language) => (playedAt ? csvTime(playedAt, language) : ''),
      createdAt: ({ createdAt }, language) => csvTime(createdAt, language),
    },
  }
}

function inState(sql: Sql, project: string, state: string | null | undefined): Fragment {
  const id = sql`(select id from projects where uid = ${project})`
  if (state !== 'played') return sql`mints.project_id = ${id} and mints.status in ('pending', 'minted')`
  return sql`
    mints.unit_id in (select id from units where project_id = ${id})
    and mints.tx_hash is not null and played_at is not null`
}
