/** For whoever watches an installation: how much of the hour's mails is left. */
import type { Fragment, Sql, Tx } from '#server/platform/db/sql.ts'
import { keyOfCount } from '#server/platform/rate-limit.ts'
import { DEFAULT_LIMITS } from './options.ts'
import { countOfMails, MAIL_QUOTAS } from './rate-limits.ts'

/** Rows `{label, value}`: for each quota what is left of it, from 1 to 0. */
export function mailsLeft(sql: Sql | Tx): Fragment {
  const counts = MAIL_QUOTAS.map((name) => [name, keyOfCount(countOfMails(name))])
  return sql`
    select counts.name as label, 1 - least(coalesce(used, 0), ${DEFAULT_LIMITS.mailsPerHour}) / ${DEFAULT_LIMITS.mailsPerHour}::float8 as value
    from (values ${sql(counts)}) counts (name, key)
    left join auth.rate_limits on rate_limits.key = counts.key and resets_at > now()`
}
