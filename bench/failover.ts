/** A cluster whose primary is lost with its host: how long nobody can write, or read; and what the second copy costs before. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { account } from '#server/product/ledger/ledger.ts'
import { freePorts, removeData, startWorld, type World, worldAt } from '../scripts/start-world.ts'
import { loseItsHost } from '../simulator/faults/doses.ts'
import type { BenchContext } from './main.ts'
import type { Result } from './report.ts'

export const title = 'a primary lost with its host, and the price of a second copy'

const LOSSES = 3
const EVERY_MS = 20
const PATIENCE_MS = 120_000
/** A primary that is lost is missed at the latest after so long. */
const CALM_MS = 15_000
const POSTING_MS = 3000
const WRITERS = 8
const FAN = { email: 'fan@tune.test', password: 'Plateia@2026' }

export async function run({ rounds, say }: BenchContext): Promise<Result[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-failover-'))
  const port = await freePorts('cluster')
  const running = await startWorld({ port, dataDir, kind: 'cluster' })
  const world = worldAt(port, dataDir)
  try {
    return [...(await secondCopy(world, rounds, say)), ...(await failover(world, say))]
  } finally {
    await running.stop()
    await removeData(dataDir)
  }
}

async function failover(world: World, say: BenchContext['say']): Promise<Result[]> {
  const headers = await signIn(world)
  const away = { write: [] as number[], own: [] as number[], recent: [] as number[] }
  for (let loss = 0; loss < LOSSES; loss++) {
    await untilTwo(world)
    const write = keepAsking(() =>
      fetch(`${world.url}/auth/v1/user`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ data: { loss: Date.now() } }),
        signal: AbortSignal.timeout(1000),
      }),
    )
    const own = keepAsking(() =>
      fetch(`${world.url}/api/v1/balance`, { headers, signal: AbortSignal.timeout(1000) }),
    )
    const recent = keepAsking(() => fetch(`${world.url}/sitemap.xml`, { signal: AbortSignal.timeout(1000) }))
    await sleep(1000)
    const comeBack = await loseItsHost(world)
    await sleep(1000)
    away.write.push(await write.longestGap())
    away.own.push(await own.longestGap())
    away.recent.push(await recent.longestGap())
    comeBack()
    const last = (gaps: number[]) => Math.round(gaps.at(-1) ?? 0)
    say(
      `no write for ${last(away.write)} ms, nothing of one's own read for ${last(away.own)} ms, nothing public for ${last(away.recent)} ms`,
    )
  }
  const notes = (gaps: number[], why: string) => [gaps.map((ms) => `${Math.round(ms)} ms`).join(' · '), why]
  return [
    {
      goal: 'seconds without an accepted write after the primary’s host is gone',
      baseline: 'Patroni’s own wait',
      unit: 's',
      rounds: away.write.map((ms) => ms / 1000),
      limit: { atMost: 10 },
      notes: notes(
        away.write,
        'Postgres is killed and its Patroni stopped, so that nobody gives up the lock: it ends after `ttl`, five seconds, and the replica looks for two more whether the lost one answers',
      ),
    },
    {
      goal: 'seconds without a public read meanwhile',
      baseline: 'the same loss',
      unit: 's',
      rounds: away.recent.map((ms) => ms / 1000),
      limit: { atMost: 2 },
      notes: notes(away.recent, 'lists and pages that may be a second old: the replica goes on answering'),
    },
    {
      goal: 'seconds without a read of one’s own meanwhile',
      baseline: 'the same loss',
      unit: 's',
      rounds: away.own.map((ms) => ms / 1000),
      limit: null,
      notes: notes(
        away.own,
        'the balance, which is read from the primary alone, since it has to show what one has just done; everybody is told so within two seconds',
      ),
    },
  ]
}

/** Asks again and again, until it has been answered for a while after the longest time without an answer. */
function keepAsking(ask: () => Promise<Response>): { longestGap: () => Promise<number> } {
  let last = performance.now()
  let gap = { ms: 0, endedAt: last }
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const answer = await ask().catch(() => null)
      await answer?.arrayBuffer().catch(() => null)
      const now = performance.now()
      if (answer?.ok) {
        if (now - last > gap.ms) gap = { ms: now - last, endedAt: now }
        last = now
      }
      await sleep(EVERY_MS)
    }
  })()
  return {
    async longestGap() {
      const isCalm = () =>
        performance.now() - gap.endedAt > CALM_MS && performance.now() - last < CALM_MS / 10
      for (const until = performance.now() + PATIENCE_MS; performance.now() < until && !isCalm(); )
        await sleep(EVERY_MS)
      isOver = true
      await asking
      return gap.ms
    },
  }
}

/** A replica that has everything is there. */
async function untilTwo({ port }: World): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const answers = await Promise.all(
      [40, 41].map((offset) =>
        fetch(`http://127.0.0.1:${port + offset}/synchronous`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    if (answers.includes(true)) return
    await sleep(100)
  }
  throw new Error('there is no synchronous replica')
}

async function signIn(world: World): Promise<Record<string, string>> {
  const { anonKey } = (await (await fetch(`${world.url}/config.json`)).json()) as { anonKey: string }
  const headers = { apikey: anonKey, 'content-type': 'application/json' }
  const answer = await fetch(`${world.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify(FAN),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { ...headers, authorization: `Bearer ${token}` }
}

/** Deposits on the primary, with and without waiting for the replica. */
async function secondCopy(world: World, rounds: number, say: BenchContext['say']): Promise<Result[]> {
  const results: Result[] = []
  for (const writers of [1, WRITERS]) {
    const figures = { alone: [] as number[], both: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      figures.alone.push(await deposits(world, 'local', writers, round))
      figures.both.push(await deposits(world, 'on', writers, round))
    }
    say(
      `${writers} writing: ${figures.both.map(Math.round)}/s with a second copy, ${figures.alone.map(Math.round)}/s without`,
    )
    results.push({
      goal: `deposits with a second copy before each answer / without, ${writers} writing`,
      baseline: 'the same primary, `synchronous_commit = local`',
      unit: '×',
      rounds: figures.both.map((rate, round) => rate / (figures.alone[round] as number)),
      limit: null,
      notes: [
        `with ${figures.both.map(Math.round).join(' · ')}/s; without ${figures.alone.map(Math.round).join(' · ')}/s`,
        'both servers write to one disk here; on two hosts a round trip comes on top',
      ],
    })
  }
  return results
}

async function deposits(
  world: World,
  commit: 'local' | 'on',
  writers: number,
  round: number,
): Promise<number> {
  // The primary itself: the balancer's own port for it.
  const sql = connect(world.databaseUrl, { max: writers })
  const [fan] = await sql<{ uid: string }[]>`select uid from users where email = ${FAN.email}`
  const until = performance.now() + POSTING_MS
  let posted = 0
  const write = async (writer: number) => {
    const own = await sql.reserve()
    await own.unsafe(`set synchronous_commit = ${commit}`)
    for (let count = 0; performance.now() < until; count++, posted++)
      await post(
        own as unknown as Sql,
        fan?.uid as string,
        `bench:${commit}:${writers}:${round}:${writer}:${count}`,
      )
    own.release()
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  await sql.end()
  return posted / (POSTING_MS / 1000)
}

const post = (sql: Sql, uid: string, id: string) =>
  sql`select ledger.post(${sql.json([
    { id, kind: 'deposit', debit: account.clearing, credit: account.available(uid), amount: 1 },
  ])})`
