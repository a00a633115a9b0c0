/** The alerts of docs/dashboards/alerts.yml that the first screen shows as well: a figure beyond its limit. */
import type { Waiting } from '#domain/waiting.ts'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import { OPERATING_FIGURES } from './operating-figures.ts'

type Alarm = { kind: Waiting; figure: string; is: '>' | '<'; limit: number }

export const ALARMS: readonly Alarm[] = [
  { kind: 'worker', figure: 'tune_figures_age_seconds', is: '>', limit: 300 },
  { kind: 'settlement', figure: 'tune_settlement_overdue_seconds', is: '>', limit: 30 },
  { kind: 'queue', figure: 'tune_queue_oldest_seconds', is: '>', limit: 300 },
  { kind: 'chain', figure: 'tune_chain_oldest_queued_seconds', is: '>', limit: 600 },
  { kind: 'look', figure: 'tune_look_age_seconds', is: '>', limit: 7200 },
  { kind: 'comparison', figure: 'tune_reconciliation_age_seconds', is: '>', limit: 93600 },
  { kind: 'losses', figure: 'tune_dispute_losses_centavos', is: '>', limit: 100000 },
  { kind: 'mails', figure: 'tune_mails_left_ratio', is: '<', limit: 0.5 },
]

/** Those that burn, as rows `{kind, created_at, due, subject}`; what is measured in seconds began so long ago. */
export const alarms = (sql: Sql): Fragment =>
  ALARMS.map((alarm) => alarmRows(sql, alarm)).reduce((all, next) => sql`${all} union all ${next}`)

function alarmRows(sql: Sql, { kind, figure, is, limit }: Alarm): Fragment {
  const found = OPERATING_FIGURES.find(({ name }) => name === figure)
  if (!found) throw new Error(`there is no figure ${figure}`)
  const since = figure.endsWith('_seconds') ? sql`(now() - make_interval(secs => value))` : sql`null`
  return sql`
    select ${kind} as kind, ${since}::timestamptz as created_at, null::timestamptz as due, null::uuid as subject
    from (${found.rows(sql)}) figure
    where ${is === '>' ? sql`value > ${limit}::float8` : sql`value < ${limit}::float8`}`
}
