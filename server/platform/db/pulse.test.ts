import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { createLogger } from '../log.ts'
import { createPulse, DatabaseSilent, type Pulse } from './pulse.ts'

let database: TestPostgres
let pulse: Pulse
/** Between the pulse and its database. */
let between: Awaited<ReturnType<typeof startLine>>

beforeAll(async () => {
  database = await startTestPostgres({})
  between = await startLine(Number(new URL(database.url).port))
  const url = new URL(database.url)
  url.port = String(between.port)
  pulse = createPulse(url.href, { pooled: false, log: createLogger('silent') })
})
afterAll(async () => {
  await pulse.close()
  between.close()
  await database.stop()
})

/** Passes on what both say, unless it is silent: as a host that is lost, whose connections nobody closes. */
async function startLine(target: number) {
  let isSilent = false
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = dial(target, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('data', (bytes) => void (isSilent || to.write(bytes)))
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent() {
      isSilent = true
    },
    speakAgain() {
      isSilent = false
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

test('work that is done before anybody looks is not looked at', async () => {
  expect(await pulse.unlessSilent(async () => 'done')).toBe('done')
  await expect(pulse.unlessSilent(() => Promise.reject(new Error('its own')))).rejects.toThrow('its own')
})

test('whoever waits for a silent database is told, whoever comes then does not wait, and once it answers all goes on', async () => {
  const works: string[] = []
  between.fallSilent()
  const waited = pulse.unlessSilent(() => {
    works.push('begun')
    return new Promise<never>(() => {})
  })
  await expect(waited).rejects.toThrow(DatabaseSilent)
  const late = pulse.unlessSilent(async () => works.push('late'))
  await expect(late).rejects.toMatchObject({ code: 'DATABASE_SILENT' })
  expect(works).toEqual(['begun'])
  between.speakAgain()
  const again = () =>
    pulse.unlessSilent(async () => 'again').catch((fault: unknown) => (fault as DatabaseSilent).code)
  await expect.poll(again, { timeout: 20_000 }).toBe('again')
})

test('what takes long while the database answers is left alone', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const waiting = pulse.unlessSilent(() => promise)
  // Longer than the patience with a silent one.
  setTimeout(() => resolve('long'), 2500)
  expect(await waiting).toBe('long')
})
