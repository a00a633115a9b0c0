/** An artist's receipts and payments in a month in São Paulo, newest first, from the ledger. */
import * as v from 'valibot'
import en from '#i18n/en/csv.json' with { type: 'json' }
import pt from '#i18n/pt/csv.json' with { type: 'json' }
import { BYTE_ORDER_MARK, csvAmount, csvLine, csvTime } from '../../platform/csv.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Language } from '../../platform/texts.ts'
import { type ArtistStatementWire, artistStatementRowWire, artistStatementWire } from './wire.ts'

export type StatementPage = { month: string; limit: number; after: { instant: string; id: string } | null }

const statementRow = v.object({ ...v.omit(artistStatementRowWire, ['at']).entries, instant: v.string() })

const LINES_AT_ONCE = 500

/** Every transfer to or from the accounts of the artist's projects in the month; for use behind `with`. */
const moves = (sql: Sql, artistUid: string, month: string) => sql`
  span as (
    select (${`${month}-01`}::date)::timestamp at time zone 'America/Sao_Paulo' as since,
      (${`${month}-01`}::date + interval '1 month') at time zone 'America/Sao_Paulo' as until
  ),
  works as (
    select accounts.id as account, project_name
    from private.artists
    join projects on lower(author_wallet) = artists.wallet
    join ledger.accounts on code = 'project:' || projects.uid || ':payable'
    where artists.uid = ${artistUid}
  ),
  moves as (
    select transfers.id, transfers.kind, created_at, amount, 1 as sign, project_name
    from span, works
    join ledger.transfers on credit_account = account
    where created_at >= since and created_at < until
    union all
    select transfers.id, transfers.kind, created_at, amount, -1, project_name
    from span, works
    join ledger.transfers on debit_account = account
    where created_at >= since and created_at < until
  )`

const columns = (sql: Sql) => sql`
  case
    when kind in ('payout', 'payout_returned') then kind
    when kind <> 'sale_author' then 'refund'
    when exists (
      select from mints join payments on payments.id = payment_id
      where mints.uid = split_part(moves.id, ':', 2)::uuid and flow = 'bid'
    ) then 'award'
    else 'sale'
  end as kind,
  (sign * amount)::bigint as amount,
  coalesce(sign * (
    select other.amount from ledger.transfers other
    where moves.kind in ('sale_author', 'refund', 'regret') and other.id = replace(moves.id, 'author', 'platform')
  ), 0)::bigint as platform`

export async function readArtistStatement(
  sql: Sql,
  artistUid: string,
  query: StatementPage,
): Promise<ArtistStatementWire> {
  const [page, totals] = await Promise.all([
    readRows(sql, artistUid, query),
    // Once for the month, with its first page.
    query.after ? [] : readTotals(sql, artistUid, query.month),
  ])
  return { ...page, totals }
}

async function readRows(
  sql: Sql,
  artistUid: string,
  { month, limit, after }: StatementPage,
): Promise<Pick<ArtistStatementWire, 'data' | 'next'>> {
  const rows = parseRows(
    statementRow,
    await sql`
      with ${moves(sql, artistUid, month)},
      shown as (
        select * from moves
        where ${after ? sql`(created_at, id) < (${after.instant}::timestamptz, ${after.id})` : sql`true`}
        order by created_at desc, id desc
        limit ${limit + 1}
      )
      select id, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as instant,
        project_name as project, ${columns(sql)}
      from shown moves
      order by created_at desc, id desc`,
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: shown.map(({ instant, ...row }) => ({ ...row, at: new Date(instant).toISOString() })),
    next: rows.length > limit && last ? `${last.instant}~${last.id}` : null,
  }
}

async function readTotals(
  sql: Sql,
  artistUid: string,
  month: string,
): Promise<ArtistStatementWire['totals']> {
  return parseRows(
    artistStatementWire.entries.totals.item,
    await sql`
      with ${moves(sql, artistUid, month)},
      named as (select ${columns(sql)} from moves)
      select kind, count(*)::integer as count, sum(amount)::float8 as amount, sum(platform)::float8 as platform
      from named
      group by kind`,
  )
}

/** Where a page begins, parsed from `next` of the previous page; null for anything we have not written. */
export function decodeStatementPlace(text: string): { instant: string; id: string } | null {
  const found = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z)~(.{3,200})$/.exec(text)
  if (!found?.[1] || !found[2] || Number.isNaN(Date.parse(found[1]))) return null
  return { instant: found[1], id: found[2] }
}

const WORDS = { pt: pt.artist, en: en.artist }
const COLUMNS = ['when', 'kind', 'project', 'amount', 'platform', 'reference'] as const

/** The month as a table, page by page. */
export async function* artistStatementCsv(
  sql: Sql,
  artistUid: string,
  month: string,
  language: Language,
): AsyncGenerator<string> {
  const { columns, kinds } = WORDS[language]
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map((column) => columns[column]))
  for (let after: StatementPage['after'] = null, isFirst = true; isFirst || after; isFirst = false) {
    const { data, next }: Awaited<ReturnType<typeof readRows>> = await readRows(sql, artistUid, {
      month,
      limit: LINES_AT_ONCE,
      after,
    })
    yield data
      .map(({ at, kind, project, amount, platform, id }) =>
        csvLine([csvTime(at), kinds[kind], project, csvAmount(amount), csvAmount(platform), id]),
      )
      .join('')
    after = next === null ? null : decodeStatementPlace(next)
  }
}
