/** People made by the product's own doors, the way a browser would, so that a story can begin in its middle. */
import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isCpf } from '#domain/cpf.ts'
import type { Answer } from '#server/product/api/call.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import type { BalanceWire } from '#server/product/wallet/contract.ts'
import { DEMO_ADMIN, linkIn, mailTo, PASSWORD, world } from './fixtures.ts'

/** The key under which the browser's own client keeps a session of this host. */
const SESSION_KEY = 'sb-localhost-auth-token'

export type Person = { uid: string; email: string; password: string; nickname: string }
export type Fan = Person & { session: Session }
type Session = {
  access_token: string
  refresh_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  user: unknown
}

let anonKey: string | null = null

async function publicKey(): Promise<string> {
  anonKey ??= ((await (await fetch(`${world.url}/config.json`)).json()) as { anonKey: string }).anonKey
  return anonKey
}

/** A call with somebody's token, or as a stranger. Throws when it is refused. */
export async function call<Body>(
  path: string,
  options: { method?: string; token?: string; body?: unknown } = {},
): Promise<Body> {
  const key = await publicKey()
  const answer = await fetch(`${world.url}${path}`, {
    method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
    headers: {
      apikey: key,
      authorization: `Bearer ${options.token ?? key}`,
      'content-type': 'application/json',
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return (text === '' ? null : JSON.parse(text)) as Body
}

type Language = 'pt' | 'en'

/** An account that has not been confirmed; `registered` false leaves out the profile row that our form writes. */
export async function newStranger(
  options: { registered?: boolean; language?: Language } = {},
): Promise<Person> {
  const { language = 'pt' } = options
  const nickname = `fa${Date.now()}${randomInt(1_000_000)}`
  const email = `${nickname}@tune.test`
  const { id: uid } = await call<{ id: string }>('/auth/v1/signup', {
    body: { email, password: PASSWORD, data: { language } },
  })
  if (options.registered !== false) {
    const tel = `+55119${randomInt(10_000_000, 99_999_999)}`
    await call('/rest/v1/users', { body: { uid, email, tel, nickname, provider: 'email', language } })
  }
  return { uid, email, password: PASSWORD, nickname }
}

/** Sends what the link in the mail holds, as the button behind it does. */
export async function confirm(person: Person): Promise<Session> {
  const mail = await mailTo(person.email, /Confirme seu e-mail|Confirm your e-mail/)
  const held = new URLSearchParams(new URL(linkIn(mail)).hash.slice(1))
  return call('/auth/v1/verify', { body: { type: held.get('type'), token_hash: held.get('token_hash') } })
}

/** A fan with a complete profile and a wallet, who has seen the first steps; `centavos` are in the wallet. */
export async function newFan(options: { centavos?: number; language?: Language } = {}): Promise<Fan> {
  const person = await newStranger(options)
  const session = await confirm(person)
  const token = session.access_token
  await call('/api/v1/wallet', { token, body: {} })
  await call(`/rest/v1/users?uid=eq.${person.uid}`, {
    method: 'PATCH',
    token,
    body: { full_name: 'Duda Plateia', document: newCpf(), is_complete_profile: true, first_access: false },
  })
  const fan = { ...person, session }
  if (options.centavos) await deposit(fan, options.centavos)
  return fan
}

/** Resolves once the money is in the wallet. */
export async function deposit(fan: Fan, amount: number): Promise<void> {
  const token = fan.session.access_token
  const body = { paymentMethodId: 'pm_card_visa', amount, typeBuy: 'balance', UID: '' }
  const before = (await balanceOf(fan)).balance
  await call('/api/v1/buy-token', { token, body })
  await expect.poll(async () => (await balanceOf(fan)).balance, { timeout: 20_000 }).toBe(before + amount)
}

export async function balanceOf(fan: Fan): Promise<BalanceWire> {
  const { data } = await call<Answer<Answer<BalanceWire>>>('/api/v1/balance', {
    token: fan.session.access_token,
  })
  return data.data
}

/** The token of the account that runs the demonstration world. */
export async function adminToken(): Promise<string> {
  const answer = await call<{ access_token: string }>('/auth/v1/token?grant_type=password', {
    body: DEMO_ADMIN,
  })
  return answer.access_token
}

/** Buys a token of the project with the fan's balance; the chain may still be at it when this resolves. */
export async function buyWithBalance(fan: Fan, projectUid: string): Promise<void> {
  const token = fan.session.access_token
  await call('/api/v1/buy-token-balance', { token, body: { typeBuy: 'mint', UID: projectUid } })
}

export async function projectNamed(fan: Fan, name: string): Promise<ProjectWire> {
  return projectSeenBy(fan.session.access_token, name)
}

export async function projectSeenBy(token: string, name: string): Promise<ProjectWire> {
  const { data } = await call<Answer<ProjectWire[]>>('/api/v1/projects', { token })
  const found = data.find(({ projectName }) => projectName === name)
  if (!found) throw new Error(`There is no project named ${name}`)
  return found
}

/** Opens a page as somebody who signed in on this device before. */
export async function enter(page: Page, who: { session: Session }, path: string): Promise<void> {
  // The application must not start before the session is there: an empty page of the same origin takes it first.
  const body = '<!doctype html><link rel="icon" href="data:,">'
  await page.route('**/entrance', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/entrance')
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_KEY,
    JSON.stringify(who.session),
  ] as const)
  await page.goto(path)
}

/** A CPF with true check digits: one of every hundred pairs of last digits fits. */
export function newCpf(): string {
  const start = String(randomInt(100_000_000, 999_999_999))
  for (let end = 0; end < 100; end++) {
    const cpf = start + String(end).padStart(2, '0')
    if (isCpf(cpf)) return cpf
  }
  throw new Error(`No check digits fit ${start}`)
}

/** An address on the chain that nobody has: an author of one's own. */
export function newWallet(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
