// @module-tag release
/** Faults that were put there are found, each kind of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { attempt, type Drawn, type Finding } from './attempt.ts'
import { HIDDEN_PROJECT } from './fixed.ts'
import { plantedPath } from './planted.ts'
import { checkAgain, checkAlone } from './refused.ts'
import { run } from './run.ts'
import { startWorld, type World } from './world.ts'

const INPUTS = 600

let database: TestDatabase
let world: World
beforeAll(async () => {
  database = await createTestDatabase({ max: 1 })
  world = await startWorld(database.url, { withFaults: true })
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const call = (path: string): Drawn => ({
  index: 0,
  caller: { name: 'nobody', uid: null, headers: {}, sees: false },
  address: '10.0.0.2',
  input: { door: 'auth', target: path, method: 'POST', path, headers: {}, body: '{}' },
})

test('a write by what is refused is found, even when only its first call writes', async () => {
  const drawn = [call('/auth/v1/token'), call(plantedPath('once')), call('/auth/v1/otp')]
  const findings: Finding[] = []
  const proven = await world.withoutWorker(() => checkAlone({ world, findings }, drawn))
  expect(findings.map(({ fault }) => fault)).toEqual([expect.stringContaining('wrote to public.projects')])
  expect(proven).toBe(2)
})

test('among many that are refused, the one that writes is found', async () => {
  const others = Array.from({ length: 20 }, () => call('/auth/v1/token'))
  const findings: Finding[] = []
  const drawn = [...others, call(plantedPath('write')), ...others]
  const proven = await world.withoutWorker(() => checkAgain({ world, findings }, drawn))
  expect(findings.map(({ fault }) => fault)).toEqual([expect.stringContaining('wrote to public.projects')])
  expect(proven).toBe(others.length * 2)
})

test('an answer of 500, a row of others, a stall and memory that is kept are found', async () => {
  const { findings } = await run(world, { inputs: INPUTS, seed: 3, only: ['auth'] })
  const found = findings.map(({ kind, fault }) => `${kind}: ${fault}`)
  for (const fault of [
    /^answer: .*planted\/fault answered 500/,
    /^answer: .*planted\/row shows what its caller may not read/,
    /^memory: kept/,
    /^stall: .*planted\/stall stood still/,
  ])
    expect(found.filter((each) => fault.test(each))).toHaveLength(1)
}, 120_000)

test('what an administrator has published is no longer hidden', async () => {
  const reads = call(`/rest/v1/projects?select=project_name&uid=eq.${HIDDEN_PROJECT}`)
  const fan = world.callers.find(({ name }) => name === 'fan')
  const read = () =>
    attempt(world, {
      ...reads,
      caller: fan ?? reads.caller,
      input: { ...reads.input, method: 'GET', body: null },
    })
  await world.sql`update projects set is_active = true where uid = ${HIDDEN_PROJECT}`
  expect(await read()).toEqual({ status: 200, fault: null })
  // It is hidden again.
  expect(await world.hideAgain()).toBe(false)
})
