/** What fans added to prices for an artist, with their lines; nothing about who they are. */
import * as v from 'valibot'
import { csvAmount, csvTime } from '../../platform/csv.ts'
import { parseRows } from '../../platform/db/rows.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import { type TipWire, tipWire } from './earnings-wire.ts'

const tipRow = v.object({ ...tipWire.entries, at: v.date() })

/** Those that have reached the artist's account, or their share of them; `isReturned` once they went back with the purchase. */
export function tips(artistUid: string): AdminList<TipWire> {
  return {
    async read(sql, query) {
      const id = sql`payments.id`
      const text = sql`private.search_form(project_name || ' ' || coalesce(words, ''))`
      const rows = parseRows(
        tipRow,
        await sql`
          select payments.id, project_name as project, coalesce(part.amount, tip) as amount, coalesce(words, '') as words,
            mints.created_at as at, exists (
              select from ledger.transfers where transfers.id in (
                'regret:' || mints.uid || ':sale_author', 'refund:' || mints.uid || ':sale_author',
                'dispute_return:' || mints.uid || ':sale_author', 'dispute_return:' || mints.uid || ':house'
              )
            ) as "isReturned"
          from private.artists
          join projects on projects.id in (
            select project_id from private.payable_accounts where artist_id = artists.id
          )
          join payments on payments.project_id = projects.id and tip > 0
          join mints on mints.payment_id = payments.id
          left join private.shared_sales on shared_sales.mint_id = mints.id
          left join ledger.transfers part on part.id = 'sale:' || mints.uid || ':tip:' || artists.uid
          left join private.tip_words on tip_words.payment_id = payments.id
          where artists.uid = ${artistUid} and ${beyond(sql, id, query)}
            and case
              when shared_sales.mint_id is null then lower(author_wallet) = artists.wallet else part.id is not null
            end
            and ${query.search ? contains(sql, text, query) : sql`true`}
          ${inOrder(sql, id, query)}`,
      )
      return page(
        rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
        query,
      )
    },
    columns: {
      createdAt: ({ at }, language) => csvTime(at, language),
      project: ({ project }) => project,
      amount: ({ amount }, language) => csvAmount(amount, language),
      message: ({ words }) => words,
      returned: ({ isReturned }) => (isReturned ? 'x' : ''),
    },
  }
}
