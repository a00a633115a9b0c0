/** An artist's receipts and payments in a month in São Paulo, newest first, from the ledger. */
import * as v from 'valibot'
import { WITHHELD_TAXES, type WithheldTax } from '#domain/withholding.ts'
import en from '#i18n/en/csv.json' with { type: 'json' }
import pt from '#i18n/pt/csv.json' with { type: 'json' }
import { BYTE_ORDER_MARK, csvAmount, csvLine, csvNumber, csvTime } from '../../platform/csv.ts'
import { monthSpan } from '../../platform/db/month-span.ts'
import { centavos, parseRows, parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Language } from '../../platform/texts.ts'
import { type ArtistStatementWire, artistStatementRowWire, artistStatementWire } from './earnings-wire.ts'

export type StatementPage = { month: string; limit: number; after: { instant: string; id: string } | null }

const statementRow = v.object({
  ...v.omit(artistStatementRowWire, ['at']).entries,
  whole: v.nullable(centavos),
  instant: v.string(),
})

const LINES_AT_ONCE = 500

/** The month, and the artist's accounts; for use behind `with`. */
const worksIn = (sql: Sql, artistUid: string, month: string) => sql`
  span as (${monthSpan(sql, month)}),
  works as (
    select account_id as account, is_share, project_name
    from private.artists
    join private.payable_accounts payable on artist_id = artists.id
    join projects on projects.id = payable.project_id
    where artists.uid = ${artistUid}
  )`

/** Every transfer to or from those accounts in the month, but what only passes on to others; for use behind `with`. */
const moves = (sql: Sql, artistUid: string, month: string) => sql`
  ${worksIn(sql, artistUid, month)},
  moves as (
    select lines.id, lines.kind, created_at, change, project_name
    from span, works
    join ledger.lines using (account)
    where created_at >= since and created_at < until and (is_share or not private.is_passed_on(lines.id, kind))
  )`

const columns = (sql: Sql) => sql`
  case
    when kind in ('payout', 'payout_returned', 'tip') then kind
    when kind = 'share_tip' then 'tip'
    when kind not in ('sale_author', 'share_sale') then 'refund'
    when exists (
      select from mints join payments on payments.id = payment_id
      where mints.uid = split_part(moves.id, ':', 2)::uuid and flow = 'bid'
    ) then 'award'
    else 'sale'
  end as kind,
  change as amount,
  coalesce(sign(change)::bigint * (
    select other.amount from ledger.transfers other
    where moves.kind in ('sale_author', 'refund', 'regret') and other.id = replace(moves.id, 'author', 'platform')
  ), 0)::bigint as platform`

/** What several share is on lines of their own, beside the whole, whose id theirs begin with. */
const sharing = (sql: Sql, artistUid: string) => sql`
  (
    select whole.amount from ledger.transfers whole
    where moves.kind in ('share_sale', 'share_tip', 'share_back') and whole.id = left(moves.id, -37)
  ) as whole,
  (
    select basis_points
    from mints
    join private.shared_sales on mint_id = mints.id
    join private.split_shares on split_shares.split_id = shared_sales.split_id
    join private.artists on artists.id = artist_id
    where artists.uid = ${artistUid}
      and mints.uid = case when moves.kind in ('share_sale', 'share_tip') then split_part(moves.id, ':', 2)::uuid end
  ) as "basisPoints"`

export async function readArtistStatement(
  sql: Sql,
  artistUid: string,
  query: StatementPage,
): Promise<ArtistStatementWire> {
  const [page, totals, balance, withheld] = await Promise.all([
    readRows(sql, artistUid, query),
    // Once for the month, with its first page.
    query.after ? [] : readTotals(sql, artistUid, query.month),
    query.after ? null : readBalance(sql, artistUid, query.month),
    query.after ? null : readWithheld(sql, artistUid, query.month),
  ])
  return { ...page, totals, balance, withheld }
}

/** From what is owed now, backwards: the accounts are locked by nobody, and one statement sees one moment. */
async function readBalance(
  sql: Sql,
  artistUid: string,
  month: string,
): Promise<ArtistStatementWire['balance']> {
  return parseSoleRow(
    v.object({ opening: centavos, closing: centavos }),
    await sql`
      with ${worksIn(sql, artistUid, month)},
      later as (
        select created_at, change from span, works join ledger.lines using (account) where created_at >= since
      ),
      owed as (select coalesce(sum(balance), 0) as now from works join ledger.accounts on accounts.id = account)
      select (owed.now - coalesce(sum(change), 0))::bigint as opening,
        (owed.now - coalesce(sum(change) filter (where created_at >= span.until), 0))::bigint as closing
      from owed
      cross join span
      left join later on true
      group by owed.now, span.until`,
  )
}

async function readWithheld(
  sql: Sql,
  artistUid: string,
  month: string,
): Promise<Record<WithheldTax, number>> {
  return parseSoleRow(
    v.object({ irrf: centavos, iss: centavos, inss: centavos }),
    await sql`
      with span as (${monthSpan(sql, month)})
      select coalesce(sum(irrf), 0)::bigint as irrf, coalesce(sum(iss), 0)::bigint as iss,
        coalesce(sum(inss), 0)::bigint as inss
      from span
      cross join private.artists
      join private.artist_payouts payouts on artist_id = artists.id
      where artists.uid = ${artistUid} and status = 'paid' and ended_at >= since and ended_at < until`,
  )
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
        project_name as project, ${columns(sql)}, ${sharing(sql, artistUid)}
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
      named as (
        select ${columns(sql)}, case when kind like 'payout%' then split_part(id, ':', 2) else id end as name from moves
      )
      select kind, count(distinct name)::integer as count, sum(amount)::float8 as amount, sum(platform)::float8 as platform
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
const COLUMNS = ['when', 'kind', 'project', 'amount', 'platform', 'share', 'whole', 'reference'] as const

/** The month as a table, page by page. */
export async function* artistStatementCsv(
  sql: Sql,
  artistUid: string,
  month: string,
  language: Language,
): AsyncGenerator<string> {
  const { columns, kinds, withheld: withheldWords } = WORDS[language]
  yield BYTE_ORDER_MARK +
    csvLine(
      COLUMNS.map((column) => columns[column]),
      language,
    )
  for (let after: StatementPage['after'] = null, isFirst = true; isFirst || after; isFirst = false) {
    const { data, next }: Awaited<ReturnType<typeof readRows>> = await readRows(sql, artistUid, {
      month,
      limit: LINES_AT_ONCE,
      after,
    })
    yield data
      .map(({ at, kind, project, amount, platform, whole, basisPoints, id }) =>
        csvLine(
          [
            csvTime(at, language),
            kinds[kind],
            project,
            csvAmount(amount, language),
            csvAmount(platform, language),
            basisPoints === null ? '' : csvNumber(basisPoints / 100, 2, language),
            whole === null ? '' : csvAmount(whole, language),
            id,
          ],
          language,
        ),
      )
      .join('')
    after = next === null ? null : decodeStatementPlace(next)
  }
  const withheld = await readWithheld(sql, artistUid, month)
  for (const tax of WITHHELD_TAXES)
    if (withheld[tax] > 0)
      yield csvLine(
        ['', withheldWords[tax], '', csvAmount(-withheld[tax], language), '', '', '', ''],
        language,
      )
}
