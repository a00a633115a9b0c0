/** Accounts made through the product's API, as a browser would, so that a test can start in mid-journey. */
import { randomInt, randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { isCpf } from '#domain/cpf.ts'
import { createPasswords } from '#server/doors/auth/passwords.ts'
import { confirmEmail, firstMetadata, insertUser } from '#server/doors/auth/users.ts'
import type { Answer } from '#server/product/api/call.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import type { BalanceWire } from '#server/product/wallet/contract.ts'
import { expect, linkIn, mailTo, PASSWORD, pressIfThere, test, withDatabase, world } from './fixtures.ts'

/** The storage key of the browser client's session for this host. */
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

/** By the world's address. */
const anonKeys = new Map<string, string>()
/** Confirms what these calls sign up, as the browser does that did it. */
const BROWSER_KEY = randomUUID()

async function publicKey(): Promise<string> {
  const { url } = world
  const known = anonKeys.get(url)
  if (known) return known
  const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
  anonKeys.set(url, anonKey)
  return anonKey
}

/** Calls the API with a session's token, or without one. Throws when the call is refused. */
export async function call<Body>(
  path: string,
  options: { method?: string; token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Body> {
  const key = await publicKey()
  const answer = await fetch(`${world.url}${path}`, {
    method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
    headers: {
      apikey: key,
      authorization: `Bearer ${options.token ?? key}`,
      'content-type': 'application/json',
      'x-browser-key': BROWSER_KEY,
      ...options.headers,
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return (text === '' ? null : JSON.parse(text)) as Body
}

type Language = 'pt' | 'en'

/** One that nobody has, in letters: so many digits in a row would be a telephone number, which a nickname may not hold. */
export function newNickname(prefix = 'fa'): string {
  const number = `${Date.now()}${randomInt(1_000_000)}`
  return `${prefix}${number.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`
}

function newNames() {
  const nickname = newNickname()
  return { nickname, email: `${nickname}@tune.test`, tel: `+55119${randomInt(10_000_000, 99_999_999)}` }
}

/** An unconfirmed account; with `registered` false, without the profile row that our form writes. */
export async function newStranger(
  options: { registered?: boolean; language?: Language } = {},
): Promise<Person> {
  const { language = 'pt' } = options
  const { nickname, email, tel } = newNames()
  const { id: uid } = await call<{ id: string }>('/auth/v1/signup', {
    body: { email, password: PASSWORD, data: { language } },
  })
  if (options.registered !== false) {
    await call('/rest/v1/users', { body: { uid, email, tel, nickname, provider: 'email', language } })
  }
  return { uid, email, password: PASSWORD, nickname }
}

/** Submits the token of the mailed link, as the button behind it does. */
export async function confirm(person: Person): Promise<Session> {
  const mail = await mailTo(person.email, /Confirme seu e-mail|Confirm your e-mail/)
  const held = new URLSearchParams(new URL(linkIn(mail)).hash.slice(1))
  return call('/auth/v1/verify', { body: { type: held.get('type'), token_hash: held.get('token_hash') } })
}

/** Of `PASSWORD`, made once: it costs what a sign-in does. */
let passwordHash: Promise<string> | undefined

/**
 * A fan with a complete profile and `centavos` in the wallet, who has seen the first steps. The account is written into
 * the database: signing up is `newStranger`, and the subject of the journeys that do it on the screen.
 */
export async function newFan(options: { centavos?: number; language?: Language } = {}): Promise<Fan> {
  const { language = 'pt' } = options
  const uid = randomUUID()
  const { nickname, email, tel } = newNames()
  passwordHash ??= createPasswords(1, 1).hash(PASSWORD, { network: 'tests', isKnown: true })
  const account = { id: uid, email, passwordHash: await passwordHash }
  const userMetadata = firstMetadata(uid, email, { language })
  const now = new Date()
  await withDatabase((sql) =>
    sql.begin(async (tx) => {
      await insertUser(tx, { ...account, userMetadata, appMetadata: {} }, now)
      await confirmEmail(tx, uid, now)
      await tx`
        insert into users (uid, email, tel, nickname, provider, language, full_name, document, first_access)
        values (${uid}, ${email}, ${tel}, ${nickname}, 'email', ${language}, 'Duda Plateia', ${newCpf()}, false)`
    }),
  )
  const body = { email, password: PASSWORD }
  const session = await call<Session>('/auth/v1/token?grant_type=password', { body })
  const fan = { uid, email, password: PASSWORD, nickname, session }
  await call('/api/v1/wallet', { token: session.access_token, body: {} })
  await withDatabase((sql) => sql`update users set is_complete_profile = true where uid = ${uid}`)
  if (options.centavos) await deposit(fan, options.centavos)
  return fan
}

/** An administrator of one's own: what is done to its sessions disturbs no other test. */
export async function newAdmin(options: { language?: Language } = {}): Promise<Fan> {
  const admin = await newFan(options)
  await withDatabase((sql) => sql`update users set role = 'admin' where uid = ${admin.uid}`)
  return admin
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

/** By file and world: a process runs one file after the other. */
const fileAdmins = new Map<string, Promise<Fan>>()

/** The administrator of this file. */
export function fileAdmin(): Promise<Fan> {
  const key = `${test.info().file} ${world.url}`
  const made = fileAdmins.get(key) ?? newAdmin()
  fileAdmins.set(key, made)
  return made
}
export const adminToken = async (): Promise<string> => (await fileAdmin()).session.access_token

/** Buys a token with the fan's balance; it may not be minted yet when this resolves. */
export async function buyWithBalance(fan: Fan, projectUid: string): Promise<void> {
  const token = fan.session.access_token
  await call('/api/v1/buy-token-balance', { token, body: { typeBuy: 'mint', UID: projectUid } })
}

export async function projectNamed(fan: Fan, name: string): Promise<ProjectWire> {
  return projectSeenBy(fan.session.access_token, name)
}

export async function projectSeenBy(token: string, name: string): Promise<ProjectWire> {
  // By its name: other journeys make more works than a page of the list holds.
  const search = encodeURIComponent(name)
  const { data } = await call<Answer<ProjectWire[]>>(`/api/v1/projects?search=${search}`, { token })
  const found = data.find(({ projectName }) => projectName === name)
  if (!found) throw new Error(`There is no project named ${name}`)
  return found
}

/** Opens a page as somebody who is already signed in on this device. */
export async function enter(page: Page, who: { session: Session }, path: string): Promise<void> {
  // The session must be stored before the application starts, so an empty page of the same origin is opened first.
  const body = '<!doctype html><link rel="icon" href="data:,">'
  await page.route('**/entrance', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/entrance')
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_KEY,
    JSON.stringify(who.session),
  ] as const)
  await page.goto(path)
}

/** A CPF with valid check digits: one of the hundred pairs of last digits fits. */
export function newCpf(): string {
  const start = String(randomInt(100_000_000, 999_999_999))
  for (let end = 0; end < 100; end++) {
    const cpf = start + String(end).padStart(2, '0')
    if (isCpf(cpf)) return cpf
  }
  throw new Error(`No check digits fit ${start}`)
}

/** An unused address on the chain, for an artist of one's own. */
export function newWallet(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Opens what the shelf says about the fan, behind one tap. */
export async function openProfile(page: Page): Promise<void> {
  const more = page.locator('summary', { hasText: /^(Perfil e conta|Profile and account)$/ })
  await more.waitFor()
  // The $TUNE above it push it away as they come: what is pressed at that moment is not clicked.
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  if (!(await more.evaluate((it: { parentElement: { open: boolean } }) => it.parentElement.open)))
    await more.click()
}

/** Shows more of the list of projects until what is looked for is on it: others make projects meanwhile. */
export async function untilListed(page: Page, wanted: Locator): Promise<void> {
  await page.getByRole('main').getByRole('listitem').first().waitFor()
  const more = page.getByRole('button', { name: 'Ver mais projetos' })
  await expect
    .poll(
      async () => {
        if ((await wanted.count()) > 0) return true
        // The button is busy while a page is fetched, and gone after the last one.
        await pressIfThere(more)
        return false
      },
      { timeout: 60_000 },
    )
    .toBe(true)
}
