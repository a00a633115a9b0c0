/** People who deposit, buy and bid all the time, as an app does: a call is repeated with its key until it is answered. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../scripts/start-world.ts'
import { createRandom } from '../random.ts'

/** What a call was answered at last. */
export type Told = { who: string; key: string; status: number; payment: string | null }
export type People = { told: Told[]; stop: () => Promise<void> }

type Person = { uid: string; headers: Record<string, string> }
type Project = { uid: string; fiatPrice: number }

/** Answers that mean "later". Whoever asks too often (429) does something else: waiting, they would meet no fault. */
const LATER = new Set([502, 503, 504])
const RETRY_MS = 150
const PATIENCE_MS = 300_000

/** Of so many calls one is a deposit, and they follow each other so soon that few are beyond the ten of a minute. */
const WISHES = 13
const PAUSE_MS = 800

/** Everybody of the demonstration who has a password in common. */
const NAMES = ['fan', 'bia', 'caio', 'dandara', 'edu', 'flora', 'gil', 'helo']
const PASSWORD = 'Plateia@2026'

export async function letPeopleIn(world: World, seed: number): Promise<People> {
  const told: Told[] = []
  const people: Person[] = []
  for (const name of NAMES) people.push(await signIn(world, `${name}@tune.test`))
  const [first] = people as [Person]
  const listed = await fetch(`${world.url}/api/v1/projects`, { headers: first.headers })
  const { data: projects } = (await listed.json()) as { data: Project[] }
  let stopped = false

  async function live(person: Person, index: number): Promise<void> {
    const random = createRandom(seed * 31 + index)
    while (!stopped) {
      const project = random.pick(projects)
      const [path, body] = wish(random.below(WISHES), project, random.below(50))
      const answer = await insist(world, person, path, body)
      told.push({ who: person.uid, ...answer })
      await sleep(random.below(PAUSE_MS))
    }
  }

  const living = people.map(live)
  return {
    told,
    async stop() {
      stopped = true
      await Promise.all(living)
    },
  }
}

function wish(dice: number, { uid: UID, fiatPrice }: Project, more: number): [string, object] {
  if (dice === 0)
    return [
      '/api/v1/buy-token',
      { typeBuy: 'balance', UID: '', amount: fiatPrice + 100 * more, paymentMethodId: 'pm_card_visa' },
    ]
  if (dice < WISHES / 3) return ['/api/v1/buy-token-balance', { typeBuy: 'mint', UID }]
  return ['/api/v1/buy-token-balance', { typeBuy: 'bid', UID, amount: fiatPrice + 100 * more }]
}

async function insist(
  world: World,
  { headers }: Person,
  path: string,
  body: object,
): Promise<Omit<Told, 'who'>> {
  const key = randomUUID()
  const request = {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': key },
    body: JSON.stringify(body),
  }
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(RETRY_MS)) {
    try {
      const answer = await fetch(world.url + path, { ...request, signal: AbortSignal.timeout(20_000) })
      const text = await answer.text()
      if (LATER.has(answer.status)) continue
      const payment = answer.ok ? (JSON.parse(text).data.payment.uid as string) : null
      return { key, status: answer.status, payment }
    } catch {
      // Cut off: nobody knows whether it was carried out, so it is sent again.
    }
  }
  throw new Error(`${path} was not answered for ${PATIENCE_MS / 1000} s`)
}

async function signIn(world: World, email: string): Promise<Person> {
  const { anonKey } = (await (await fetch(`${world.url}/config.json`)).json()) as { anonKey: string }
  const answer = await fetch(`${world.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { access_token: token, user } = (await answer.json()) as {
    access_token: string
    user: { id: string }
  }
  return {
    uid: user.id,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  }
}
