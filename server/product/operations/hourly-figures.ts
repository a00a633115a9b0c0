/** The figures that read whole tables. */
import type { Sql, Tx } from '../../platform/db/sql.ts'

export const HOURLY_FIGURES = [
  {
    name: 'tune_money_available_centavos',
    help: 'What all fans together can spend, as it was counted in the last hour.',
    pace: 'hour' as const,
    rows: (sql: Sql | Tx) => sql`
      select null as label, coalesce(sum(balance), 0)::float8 as value
      from ledger.accounts where code like 'fan:%:available'`,
  },
  {
    name: 'tune_faults',
    help: 'Rows of the views that must be empty, as they were counted in the last hour.',
    label: 'view',
    pace: 'hour' as const,
    rows: (sql: Sql | Tx) => sql`
      select 'ledger.faults' as label, count(*)::float8 as value from ledger.faults
      union all select 'ledger.withdrawal_faults', count(*)::float8 from ledger.withdrawal_faults
      union all select 'ledger.return_faults', count(*)::float8 from ledger.return_faults
      union all select 'ledger.payout_faults', count(*)::float8 from ledger.payout_faults
      union all select 'ledger.share_faults', count(*)::float8 from ledger.share_faults
      union all select 'ledger.outgoing_faults', count(*)::float8 from ledger.outgoing_faults
      union all select 'ledger.unmatched_faults', count(*)::float8 from ledger.unmatched_faults
      union all select 'market.faults', count(*)::float8 from market.faults
      union all select 'chain.faults', count(*)::float8 from chain.faults`,
  },
]
