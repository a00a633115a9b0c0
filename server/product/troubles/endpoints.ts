/** What is amiss in our own house: looked for, explained, corrected and settled. */
import * as v from 'valibot'
import { ok } from '#domain/result.ts'
import { count, parseSoleRow } from '../../platform/db/rows.ts'
import { endpoints } from '../api/serve.ts'
import { serveList } from '../back-office/lists.ts'
import { closeTrouble } from './close-trouble.ts'
import { troublesCalls } from './contract.ts'
import { correct } from './correct.ts'
import { requestLook } from './look-around.ts'
import { readRemedies } from './remedies.ts'
import { troubles } from './troubles.ts'

const instant = v.nullable(v.date())
const looksRow = v.object({
  lookedAt: instant,
  found: count,
  comparedAt: instant,
  comparedUntil: instant,
  differences: count,
})

export const troublesEndpoints = endpoints(troublesCalls, (ctx) => {
  const { sql } = ctx
  return {
    ...serveList(sql, '/admin/troubles', troubles),
    'GET /admin/looks': async () => {
      const last = parseSoleRow(
        looksRow,
        await sql`
          select (select looked_at from private.looks) as "lookedAt",
            (select count(*) from private.troubles where gone_at is null and settled_at is null) as found,
            made_at as "comparedAt", compared_until as "comparedUntil",
            coalesce(jsonb_array_length(differences), 0) as differences
          from (values (1)) always
          left join (select * from private.reconciliations order by id desc limit 1) newest on true`,
      )
      return ok({
        ...last,
        lookedAt: last.lookedAt?.toISOString() ?? null,
        comparedAt: last.comparedAt?.toISOString() ?? null,
        comparedUntil: last.comparedUntil?.toISOString() ?? null,
      })
    },
    'POST /admin/looks': ({ by }) => requestLook(sql, by),
    'GET /admin/troubles/{uid}/remedies': ({ params }) => readRemedies(sql, params.uid),
    'POST /admin/troubles/{uid}/correct': ({ params, body, by }) => correct(ctx, params.uid, body, by),
    'POST /admin/troubles/{uid}/settle': ({ params, body, by }) =>
      closeTrouble(sql, params.uid, body.note, by),
  }
})
