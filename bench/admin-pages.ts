/** The lists of the back office that are measured: each way to narrow and to search them. */
import type { Sql } from '#server/platform/db/sql.ts'
import type { Seeded } from './seed.ts'

/** The addresses by name, for an administrator, who is the last of the fans. */
export async function adminPages(sql: Sql, { fans, projects }: Seeded): Promise<Record<string, string>> {
  const admin = fans.at(-1) ?? ''
  await sql`update users set role = 'admin' where uid = ${admin}`
  const regular = fans[0] ?? ''
  const [known] = await sql<
    { document: string; wallet: string; email: string; payment: string; day: string }[]
  >`
    select document, wallet, email, payments.uid as payment,
      to_char(payments.created_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as day
    from users join payments on user_id = users.uid
    where users.uid = ${regular}
    order by payments.id limit 1`
  if (!known) throw new Error('the first regular has no payment')
  const { document, wallet, email, payment, day } = known
  const paths = {
    'activity, all': 'activity',
    'activity by status and method': 'activity?status=succeded&method=balance',
    'activity by a status that nothing has': 'activity?status=failed-mint',
    'activity by day': `activity?from=${day}&sort=oldest`,
    'activity by amount': 'activity?least=300000&most=700000',
    'activity of a person': `activity?person=${regular}&flow=bid`,
    'activity of a project': `activity?project=${projects[0]?.uid}`,
    'activity searched by CPF': `activity?search=${document}`,
    'activity searched by e-mail': `activity?search=${email}`,
    'activity searched by payment': `activity?search=${payment}`,
    'activity searched by a provider’s id': 'activity?search=pi_of_nobody_at_all',
    'activity searched by a transaction': `activity?search=0x${'ab'.repeat(32)}`,
    'users searched by wallet': `users?search=${wallet}`,
    'users searched by a PIX key': 'users?search=8d0a9a7c-1f4e-4b7e-9d2c-000000000000',
    'withdrawals searched by CPF': `withdrawals?search=${document}`,
  }
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [`/admin: ${name}`, `/api/v1/admin/${path}`]),
  )
}
