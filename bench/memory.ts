/** What a process keeps when nobody asks for anything any more. */
import { setTimeout as sleep } from 'node:timers/promises'
import { residentKilobytes } from './machine.ts'
import type { BenchContext } from './main.ts'
import type { Result } from './report.ts'

export const title = 'resident memory'

const READS = 3000
const WRONG_PASSWORDS = 40
const REST_MS = 5000

export async function run({ world, rounds, say }: BenchContext): Promise<Result[]> {
  const database = await world.createDatabase()
  const figures: number[] = []
  for (let round = 0; round < rounds; round++) {
    const server = await world.startServer(database, { services: 'web' })
    const url = `http://127.0.0.1:${server.port}`
    const config = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
    for (let read = 0; read < READS; read++) await (await fetch(`${url}/api/v1/projects`)).arrayBuffer()
    for (let guess = 0; guess < WRONG_PASSWORDS; guess++) {
      const body = JSON.stringify({ email: `nobody${guess}@tune.test`, password: 'wrong' })
      const headers = { apikey: config.anonKey, 'content-type': 'application/json' }
      const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers,
        body,
      })
      if (answer.status !== 400) throw new Error(`a wrong password was answered ${answer.status}`)
    }
    await sleep(REST_MS)
    figures.push(residentKilobytes(server.pid) / 1024)
    say(`${Math.round(figures.at(-1) ?? 0)} MB`)
    await server.stop()
  }
  return [
    {
      goal: `a web process, after ${READS} reads and ${WRONG_PASSWORDS} wrong passwords`,
      baseline: 'none: its resident memory',
      unit: 'MB',
      rounds: figures,
      limit: { atMost: 120 },
      notes: [],
    },
  ]
}
