/** Who sends: from nobody at all to the service itself. */
import { SignJWT } from 'jose'
import type { Sql } from '#server/platform/db/sql.ts'
import { createApiKey } from '#server/platform/http/api-keys.ts'
import { account } from '#server/product/ledger/ledger.ts'
import { uuidOf, walletOf } from './fixed.ts'

/** `sees` says whether other people's rows are theirs to read. */
export type Caller = { name: string; uid: string | null; headers: Record<string, string>; sees: boolean }

const FANS = 12
/** The server gives no person more than their share of its time: each kind of caller is several people. */
const CREWS = 16

export async function makeCallers(sql: Sql, secret: string): Promise<Caller[]> {
  const crews: Caller[] = []
  for (let crew = 0; crew < CREWS; crew++) crews.push(...(await makeCrew(sql, secret, crew * (FANS + 5))))
  return crews
}

/** People are numbered from `first`. */
async function makeCrew(sql: Sql, secret: string, first: number): Promise<Caller[]> {
  const [anon, service] = [createApiKey('anon', secret), createApiKey('service_role', secret)]
  const withToken = (name: string, uid: string | null, token: string, sees = false): Caller => ({
    name,
    uid,
    headers: { apikey: anon, authorization: `Bearer ${token}` },
    sees,
  })
  const fans: Caller[] = []
  for (let number = first; number < first + FANS; number++) {
    const uid = await newPerson(sql, number)
    fans.push(withToken('fan', uid, await tokenOf(uid, secret)))
  }
  const special: string[] = []
  for (let number = first + FANS; number < first + FANS + 5; number++)
    special.push(await newPerson(sql, number))
  const [expired = '', forged = '', inactive = '', due = '', admin = ''] = special
  await sql`update users set is_active = false where uid = ${inactive}`
  await sql`update users set role = 'admin' where uid in ${sql([due, admin])}`
  const session = async (uid: string, aal: string) => {
    const id = uuidOf(`session of ${uid}`)
    await sql`insert into auth.sessions (id, user_id, aal) values (${id}, ${uid}, ${aal}::auth.aal_level)`
    return { session_id: id, aal }
  }
  return [
    { name: 'nobody', uid: null, headers: {}, sees: false },
    { name: 'anon', uid: null, headers: { apikey: anon }, sees: false },
    ...fans,
    withToken('inactive', inactive, await tokenOf(inactive, secret)),
    withToken('second factor due', due, await tokenOf(due, secret, await session(due, 'aal1'))),
    withToken('admin', admin, await tokenOf(admin, secret, await session(admin, 'aal2')), true),
    withToken('expired', expired, await tokenOf(expired, secret, {}, -60)),
    withToken('forged', forged, await tokenOf(forged, `${secret}, not`)),
    {
      name: 'service',
      uid: null,
      headers: { apikey: service, authorization: `Bearer ${service}` },
      sees: true,
    },
  ]
}

/** A fan with money. `number` makes them: the same in every world. */
export async function newPerson(sql: Sql, number: number): Promise<string> {
  const uid = uuidOf(`person ${number}`)
  const email = `fan-${number}@tune.test`
  await sql`insert into auth.users (id, email, email_confirmed_at) values (${uid}, ${email}, now())`
  await sql`
    insert into users (uid, email, nickname, full_name, tel, document, wallet, is_complete_profile)
    values (${uid}, ${email}, ${`fan ${number}`}, 'Ana', '+5511987650000', ${cpf(300_000_000 + number)},
      ${walletOf(uid)}, true)`
  await sql`select ledger.post(${sql.json([
    {
      id: `gift:${uid}`,
      kind: 'deposit',
      debit: account.clearing,
      credit: account.available(uid),
      amount: 10_000_000,
    },
  ])})`
  return uid
}

/** `lives` is in seconds. */
export function tokenOf(uid: string, secret: string, claims: Record<string, unknown> = {}, lives = 864_000) {
  return new SignJWT({ role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(uid)
    .setAudience('authenticated')
    .setExpirationTime(Math.floor(Date.now() / 1000) + lives)
    .sign(new TextEncoder().encode(secret))
}

function cpf(base: number): string {
  const digit = (digits: string) =>
    (([...digits].reduce((all, d, i) => all + Number(d) * (digits.length + 1 - i), 0) * 10) % 11) % 10
  const first = `${base}${digit(String(base))}`
  return `${first}${digit(first)}`
}
