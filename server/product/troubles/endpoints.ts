/** What is amiss in our own house: looked for, explained, corrected and settled. */
import * as v from 'valibot'
import { ok } from '#domain/result.ts'
import { parseRow } from '../../platform/db/rows.ts'
import { endpoints } from '../api/serve.ts'
import { serveList } from '../back-office/lists.ts'
import { closeTrouble } from './close-trouble.ts'
import { troublesCalls } from './contract.ts'
import { correct } from './correct.ts'
import { requestLook } from './look-around.ts'
import { readRemedies } from './remedies.ts'
import { troubles } from './troubles.ts'

export const troublesEndpoints = endpoints(troublesCalls, (ctx) => {
  const { sql } = ctx
  return {
    ...serveList(sql, '/admin/troubles', troubles),
    'GET /admin/looks': async () => {
      const last = parseRow(
        v.object({ looked: v.nullable(v.date()), compared: v.nullable(v.date()) }),
        await sql`
          select (select looked_at from private.looks) as looked,
            (select made_at from private.reconciliations order by id desc limit 1) as compared`,
      )
      return ok({
        lookedAt: last?.looked?.toISOString() ?? null,
        comparedAt: last?.compared?.toISOString() ?? null,
      })
    },
    'POST /admin/looks': ({ by }) => requestLook(sql, by),
    'GET /admin/troubles/{uid}/remedies': ({ params }) => readRemedies(sql, params.uid),
    'POST /admin/troubles/{uid}/correct': ({ params, body, by }) => correct(ctx, params.uid, body, by),
    'POST /admin/troubles/{uid}/settle': ({ params, body, by }) =>
      closeTrouble(sql, params.uid, body.note, by),
  }
})
