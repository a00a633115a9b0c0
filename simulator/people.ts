/** The model's fans as rows of the real database, with sessions of their own. */
import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { isCpf } from '#domain/cpf.ts'
import type { Sql } from '#server/platform/db/sql.ts'

export type Person = { uid: string; email: string; wallet: string; token: string }

export async function createPerson(
  sql: Sql,
  jwtSecret: string,
  facts: { number: number; isComplete: boolean; isAdmin?: boolean },
): Promise<Person> {
  const uid = randomUUID()
  const email = `${uid}@tune.test`
  const wallet = randomAddress()
  await sql`insert into auth.users (id, email, email_confirmed_at) values (${uid}, ${email}, now())`
  await sql`
    insert into users (uid, email, nickname, full_name, tel, document, wallet, role, is_complete_profile)
    values (${uid}, ${email}, ${uid}, 'Ana', '+5511987650000', ${cpf(facts.number)}, ${wallet},
      ${facts.isAdmin ? 'admin' : 'user'}, ${facts.isComplete})`
  const token = await new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(uid)
    .setAudience('authenticated')
    .setExpirationTime('1d')
    .sign(new TextEncoder().encode(jwtSecret))
  return { uid, email, wallet, token }
}

export function randomAddress(): string {
  return `0x${randomBytes(20).toString('hex')}`
}

/** A number with the two check digits that make it a CPF. */
function cpf(number: number): string {
  for (let digits = 0; digits < 100; digits++) {
    const text = `${100_000_000 + number}${String(digits).padStart(2, '0')}`
    if (isCpf(text)) return text
  }
  throw new Error(`no check digits for ${number}`)
}
