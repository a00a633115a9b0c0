/** A running world as the people in the story of a release reach it: its HTTP doors, its inbox, its database. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#server/platform/db/sql.ts'
import { DEMO_ACCOUNTS } from '../demo-accounts.ts'

export type World = { url: string; emulators: string; dataDir: string; sql: Sql }
/** Calls the product as one person; throws when the call is refused. */
type Hand = <Data>(path: string, body?: unknown, method?: string) => Promise<Data>
export type Person = { uid: string; email: string; hand: Hand }

const PASSWORD = 'Estrela-Guia#2026'
const PATIENCE_MS = 60_000
/** Confirms what these calls sign up, as the browser does that did it. */
const SIGN_UP_KEY = randomUUID()

function handOf({ url }: World, anonKey: string, token = anonKey): Hand {
  return async <Data>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-sign-up-key': SIGN_UP_KEY,
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return (text === '' ? null : JSON.parse(text)) as Data
  }
}

async function publicKey({ url }: World): Promise<string> {
  return ((await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }).anonKey
}

/** Calls an emulator's control interface. */
export async function tellEmulator<Data>({ emulators }: World, path: string, body: object): Promise<Data> {
  const answer = await fetch(emulators + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Data
}

/** Resolves with the result of `look`, as soon as there is one. */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
): Promise<Found> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`Waited a minute in vain: ${what}`)
    await sleep(100)
  }
}

export async function signIn(world: World, email: string, password: string): Promise<Person> {
  const key = await publicKey(world)
  const session = await handOf(world, key)<{ access_token: string; user: { id: string } }>(
    '/auth/v1/token?grant_type=password',
    { email, password },
  )
  return { uid: session.user.id, email, hand: handOf(world, key, session.access_token) }
}

export function demoAdmin(world: World): Promise<Person> {
  const { email, password } = DEMO_ACCOUNTS[0]
  return signIn(world, email, password)
}

/** An account with a confirmed address, a wallet and a complete profile. `document` is a CPF with true check digits. */
export async function register(
  world: World,
  facts: { nickname: string; fullName: string; document: string; tel: string; language?: 'pt' | 'en' },
): Promise<Person> {
  const { nickname, fullName, document, tel, language = 'pt' } = facts
  const email = `${nickname}@release.test`
  const stranger = handOf(world, await publicKey(world))
  const { id: uid } = await stranger<{ id: string }>('/auth/v1/signup', {
    email,
    password: PASSWORD,
    data: { language },
  })
  await stranger('/rest/v1/users', { uid, email, tel, nickname, provider: 'email', language })
  const link = await until(`the mail to ${email}`, () => confirmationLink(world, email))
  const held = new URLSearchParams(new URL(link).hash.slice(1))
  await stranger('/auth/v1/verify', { type: held.get('type'), token_hash: held.get('token_hash') })
  const person = await signIn(world, email, PASSWORD)
  await person.hand('/api/v1/wallet', {})
  const profile = { full_name: fullName, document, is_complete_profile: true, first_access: false }
  await person.hand(`/rest/v1/users?uid=eq.${uid}`, profile, 'PATCH')
  return person
}

async function confirmationLink({ emulators }: World, email: string): Promise<string | undefined> {
  const answer = await fetch(`${emulators}/mail/messages?to=${encodeURIComponent(email)}`)
  const mails = (await answer.json()) as { links: string[] }[]
  return mails.flatMap(({ links }) => links).find((address) => new URL(address).pathname === '/link')
}
