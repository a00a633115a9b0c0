/** Sign-ins a second, beside what the machine can verify of the same hash and nothing else. */
import { availableParallelism } from 'node:os'
import { hash } from '@node-rs/argon2'
import type { Sql } from '#server/platform/db/sql.ts'
import { createApiKey } from '#server/platform/http/api-keys.ts'
import { startRemote } from '../scripts/remote.ts'
import type { BenchContext } from './main.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'
import type { SignInLoad } from './sign-in-load.ts'
import { JWT_SECRET } from './world.ts'

export const title = 'sign-ins a second by password over HTTP, 16 connections'

const FANS = 300
const CONNECTIONS = 16
const SECONDS = 4
/** Of everybody who has one. */
export const PASSWORD = 'Estrela-Guia#2026'
/** As in server/doors/auth/passwords.ts. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function run({ world, rounds, say }: BenchContext): Promise<Result[]> {
  const database = await world.createDatabase()
  await seedMarket(database.sql, { fans: FANS, auctions: 1 })
  const stored = await hash(PASSWORD, COST)
  const addresses = await givePasswords(database.sql, stored)
  const server = await world.startServer(database, { services: 'web' })
  const load = startRemote<SignInLoad>(`${import.meta.dirname}/sign-in-load.ts`)
  const signIn = () =>
    load.call('signIn', {
      port: server.port,
      connections: CONNECTIONS,
      apikey: createApiKey('anon', JWT_SECRET),
      addresses,
      password: PASSWORD,
    })
  await signIn()

  const figures = { bare: [] as number[], ours: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const order = { hash: stored, atOnce: availableParallelism(), seconds: SECONDS }
    figures.bare.push(await load.call('verify', order))
    figures.ours.push(await signIn())
    say(`verifications ${at(figures.bare)}/s, sign-ins ${at(figures.ours)}/s`)
  }
  await server.stop()
  await load.stop()
  const list = (rates: number[]) => rates.map((rate) => rate.toFixed(0)).join(' · ')
  return [
    {
      goal: 'sign-ins / verifications of the same hash',
      baseline: 'a process that verifies, as many at once as there are cores, and does nothing else',
      unit: '×',
      rounds: figures.ours.map((rate, round) => rate / (figures.bare[round] as number)),
      limit: { atLeast: 0.8 },
      notes: [`sign-ins ${list(figures.ours)}/s; verifications ${list(figures.bare)}/s`],
    },
  ]
}

const at = (rates: number[]) => Math.round(rates.at(-1) ?? 0)

/** Gives all seeded fans one password, and answers their addresses. */
export async function givePasswords(sql: Sql, stored?: string): Promise<string[]> {
  const people = await sql<{ email: string }[]>`
    update auth.users set encrypted_password = ${stored ?? (await hash(PASSWORD, COST))} where email like 'bench%'
    returning email`
  return people.map(({ email }) => email)
}
