/** People who deposit, buy, bid and play all the time, as an app does: a call is repeated with its key until it is answered. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../scripts/start-world.ts'
import { createRandom, type Random } from '../random.ts'

/** What a call was answered at last. */
export type Told = { who: string; key: string; status: number; payment: string | null }
/** A token, their own or somebody else's, that was opened for `who`. */
export type Opened = { who: string; token: string }
export type People = {
  told: Told[]
  opened: Opened[]
  /** Somebody who does none of it, and waits for no call of their own, asks for their balance: whether they were told it. */
  askAside: () => Promise<boolean>
  stop: () => Promise<void>
}

type Person = { uid: string; email: string; headers: Record<string, string> }
type Project = { uid: string; fiatPrice: number }
type Order = { path: string; body: object }

/** Answers that mean "later". Whoever asks too often (429) does something else: waiting, they would meet no fault. */
const LATER = new Set([502, 503, 504])
const RETRY_MS = 150
const PATIENCE_MS = 300_000
const LONGEST_ANSWER_MS = 30_000

/** Of so many calls one is a deposit, and they follow each other so soon that few are beyond the ten of a minute. */
const WISHES = 13
const PAUSE_MS = 800

/** Everybody of the demonstration who has a password in common. */
const NAMES = ['fan', 'bia', 'caio', 'dandara', 'edu', 'flora', 'gil', 'helo']
const BYSTANDER = 'nara@tune.test'
const PASSWORD = 'Plateia@2026'

export async function letPeopleIn(world: World, seed: number): Promise<People> {
  const [told, opened]: [Told[], Opened[]] = [[], []]
  /** Of all of them: each tries those of the others as well. */
  const tokens: string[] = []
  const people: Person[] = []
  for (const name of NAMES) people.push(await signIn(world, `${name}@tune.test`))
  const bystander = await signIn(world, BYSTANDER)
  const [first] = people as [Person]
  const listed = await fetch(`${world.url}/api/v1/projects`, { headers: first.headers })
  const { data: projects } = (await listed.json()) as { data: Project[] }
  let stopped = false

  async function live(person: Person, index: number): Promise<void> {
    const random = createRandom(seed * 31 + index)
    while (!stopped) {
      const project = random.pick(projects)
      const { key, status, text } = await insist(
        world,
        person,
        wish(random.below(WISHES), project, random.below(50)),
      )
      const payment = status === 200 ? (JSON.parse(text).data.payment.uid as string) : null
      told.push({ who: person.uid, key, status, payment })
      await play(person, random)
      await sleep(random.below(PAUSE_MS))
    }
  }

  async function play(person: Person, random: Random): Promise<void> {
    const answer = await fetch(`${world.url}/api/v1/user-projects`, { headers: person.headers }).catch(
      () => null,
    )
    const shelf = answer?.ok ? ((await answer.json()) as { data: { uid: string }[] }).data : []
    for (const { uid } of shelf) if (!tokens.includes(uid)) tokens.push(uid)
    if (tokens.length === 0) return
    const token = random.pick(tokens)
    const { status } = await insist(world, person, {
      path: '/api/v1/play',
      body: { UID: token, takeOver: true },
    })
    if (status === 200) opened.push({ who: person.uid, token })
  }

  const living = people.map(live)
  return {
    told,
    opened,
    askAside: () => isTold(world, bystander),
    async stop() {
      stopped = true
      await Promise.all(living)
    },
  }
}

function wish(dice: number, { uid: UID, fiatPrice }: Project, more: number): Order {
  const amount = fiatPrice + 100 * more
  if (dice === 0)
    return {
      path: '/api/v1/buy-token',
      body: { typeBuy: 'balance', UID: '', amount, paymentMethodId: 'pm_card_visa' },
    }
  if (dice < WISHES / 3) return { path: '/api/v1/buy-token-balance', body: { typeBuy: 'mint', UID } }
  return { path: '/api/v1/buy-token-balance', body: { typeBuy: 'bid', UID, amount } }
}

type Answer = { key: string; status: number; text: string }

/** A session that has ended, by a clock that jumped, is begun anew. */
async function insist(world: World, person: Person, { path, body }: Order): Promise<Answer> {
  const key = randomUUID()
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(RETRY_MS)) {
    try {
      const answer = await fetch(world.url + path, {
        method: 'POST',
        headers: { ...person.headers, 'idempotency-key': key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      })
      const text = await answer.text()
      if (answer.status === 401) Object.assign(person, await signIn(world, person.email))
      if (answer.status !== 401 && !LATER.has(answer.status)) return { key, status: answer.status, text }
    } catch {
      // Cut off: nobody knows whether it was carried out, so it is sent again.
    }
  }
  throw new Error(`${path} was not answered for ${PATIENCE_MS / 1000} s`)
}

async function isTold(world: World, person: Person): Promise<boolean> {
  try {
    const { headers } = person
    const signal = AbortSignal.timeout(LONGEST_ANSWER_MS)
    const answer = await fetch(`${world.url}/api/v1/balance`, { headers, signal })
    await answer.arrayBuffer()
    if (answer.status === 401) Object.assign(person, await signIn(world, person.email))
    return answer.ok
  } catch {
    return false
  }
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
    email,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  }
}
