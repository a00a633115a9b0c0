/** The lists of the back office that are measured: each way to narrow and to search them. */
import type { Sql } from '#server/platform/db/sql.ts'
import type { Seeded } from './seed.ts'

type Known = { document: string; wallet: string; email: string; payment: string; day: string }
type Places = { regular: string; project: string }

/** The addresses by name, for an administrator, who is the last of the fans. */
export async function adminPages(sql: Sql, { fans, projects }: Seeded): Promise<Record<string, string>> {
  const admin = fans.at(-1) ?? ''
  await sql`update users set role = 'admin' where uid = ${admin}`
  const regular = fans[0] ?? ''
  const [known] = await sql<Known[]>`
    select document, wallet, email, payments.uid as payment,
      to_char(payments.created_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as day
    from users join payments on user_id = users.uid
    where users.uid = ${regular}
    order by payments.id limit 1`
  if (!known) throw new Error('the first regular has no payment')
  const paths = pathsOf({ ...known, regular, project: projects[0]?.uid ?? '' })
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [`/admin: ${name}`, `/api/v1/admin/${path}`]),
  )
}

/** Every list, by its name. */
export function pathsOf({ document, wallet, email, payment, day, regular, project }: Known & Places) {
  return {
    'activity, all': 'activity',
    'activity by status and method': 'activity?status=succeded&method=balance',
    'activity by a status that nothing has': 'activity?status=failed-mint',
    'activity by day': `activity?from=${day}&sort=oldest`,
    'activity by amount': 'activity?least=300000&most=700000',
    'activity of a person': `activity?person=${regular}&flow=bid`,
    'activity of a project': `activity?project=${project}`,
    'activity searched by CPF': `activity?search=${document}`,
    'activity searched by e-mail': `activity?search=${email}`,
    'activity searched by payment': `activity?search=${payment}`,
    'activity searched by a provider’s id': 'activity?search=pi_of_nobody_at_all',
    'activity searched by a transaction': `activity?search=0x${'ab'.repeat(32)}`,
    'users searched by wallet': `users?search=${wallet}`,
    'users searched by a PIX key': 'users?search=8d0a9a7c-1f4e-4b7e-9d2c-000000000000',
    'users searched by the beginning of a wallet': `users?search=${wallet.slice(0, -1)}`,
    'users searched by e-mail': `users?search=${email}`,
    'users by state and day': `users?status=complete&from=${day}&to=${day}`,
    'projects by state and day': `projects?status=auction&from=${day}`,
    'projects searched': 'projects?search=bench',
    'activity disputed': 'activity?status=disputed',
    'activity whose dispute was won': 'activity?status=dispute_won',
    'activity whose dispute was lost': 'activity?status=dispute_lost',
    'activity given back': 'activity?status=refunded',
    'withdrawals searched by CPF': `withdrawals?search=${document}`,
    'withdrawals of a person, by status and day': `withdrawals?person=${regular}&status=paid&from=${day}`,
    'withdrawals that wait, by amount': 'withdrawals-waiting?least=300000&most=700000',
    'artists searched by wallet': `artists?search=${wallet}`,
    'payouts that wait, by status and day': `payouts-waiting?status=requested&from=${day}`,
    'payouts that wait, by amount': 'payouts-waiting?least=300000&most=700000',
    'payouts that wait, searched by number': `payouts-waiting?search=${payment}`,
    'outgoing payments that are stuck': 'stuck',
    'outgoing payments that are stuck, by kind': 'stuck?flow=withdrawal',
    'refunds that wait, of a person': `refunds-waiting?person=${regular}&from=${day}`,
    'unmatched money, all': 'unmatched',
    'unmatched money that waits, by provider and amount': 'unmatched-waiting?method=pix&least=300000',
    'unmatched money, searched by number': `unmatched?search=${payment}`,
    debtors: 'debtors',
    'debtors by amount': 'debtors?least=300000&most=700000',
    'debtors, one person': `debtors?person=${regular}`,
    'debtors searched by e-mail': `debtors?search=${email}`,
    'write-offs that wait, by day': `write-offs-waiting?from=${day}`,
    'troubles by kind': 'troubles?flow=fault',
    'troubles searched': 'troubles?search=bench',
    'reconciliations by day': `reconciliations?from=${day}`,
    'jobs that failed, by day': `failed-jobs?from=${day}`,
    'records that the chain refused, by day': `failed-operations?from=${day}`,
    'invoices by status and amount': 'invoices?status=issued&least=300000',
    'invoices that wait': 'invoices-waiting',
    'webhooks by provider and day': `webhooks?method=pix&from=${day}`,
    'audit trail by day': `audit?from=${day}`,
    proposals: 'proposals',
    'support by status': 'support?status=new',
    'support that waits, of a person': `support-waiting?person=${regular}`,
  }
}
