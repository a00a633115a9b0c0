/** Tells what is due to those whom it concerns, in steps of bounded size. */
import * as v from 'valibot'
import { ALERT_KINDS } from '#domain/alert.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'
import { enqueueJob } from '../outbox.ts'
import { raiseAlert } from './raise-alert.ts'

/** The people of one step: one transaction, which takes some milliseconds. */
const PEOPLE = 500
/** After so many steps the job queues again, behind whatever else is due. */
const STEPS = 20

const news = v.object({
  key: v.string(),
  kind: v.picklist(ALERT_KINDS),
  projectId: v.number(),
  data: v.object({
    project: v.string(),
    work: v.string(),
    until: v.string(),
    amount: v.optional(v.number()),
    opens: v.optional(v.string()),
  }),
})

/** Every minute, and again at once while there is more: a million followers are told in two thousand steps. */
export async function sendAlerts(sql: Sql): Promise<void> {
  await raiseAlertsOfTheHour(sql)
  while ((await callTurns(sql)) === PEOPLE);
  for (let step = 0; step < STEPS; step++) if ((await sendStep(sql)) === null) return
  await sql.begin((tx) => enqueueJob(tx, 'send-alerts', {}, { jobKey: 'more-alerts' }))
}

/** Those whose turn to buy in an opening has come. */
async function callTurns(sql: Sql): Promise<number> {
  return withRetries(sql, async (tx) => {
    const [called] = await tx<{ people: number }[]>`
      select market.call_turns(${PEOPLE}, clock_timestamp()) as people`
    return called?.people ?? 0
  })
}

async function sendStep(sql: Sql): Promise<number | null> {
  return withRetries(sql, async (tx) => {
    const [step] = await tx<{ people: number | null }[]>`
      select private.send_alerts(${PEOPLE}, clock_timestamp()) as people`
    return step?.people ?? null
  })
}

/** Works in their last hour, openings that are near, and units that can be had for little. */
async function raiseAlertsOfTheHour(sql: Sql): Promise<void> {
  await withRetries(sql, async (tx) => {
    const rows = parseRows(
      news,
      await tx`
        select key, kind, project_id as "projectId", data from private.alerts_of_the_hour(clock_timestamp())`,
    )
    for (const { data, ...event } of rows) {
      const { amount, opens, ...facts } = data
      const known = { ...facts, ...(amount !== undefined && { amount }), ...(opens && { opens }) }
      await raiseAlert(tx, { ...event, data: known })
    }
  })
}

/** What was told a week ago is forgotten, with the note of who was told. */
export async function pruneAlerts(sql: Sql): Promise<void> {
  await sql`delete from private.alerts where done_at < now() - interval '7 days'`
}
