/** Short runs of bad input; `npm run fuzz` makes long ones. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALLS } from '#server/product/calls.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { draw, run } from './run.ts'
import { targetsOf } from './targets.ts'
import { startWorld, type World } from './world.ts'

const FRESH = crypto.getRandomValues(new Uint32Array(1))[0] as number
const INPUTS = 800

let database: TestDatabase
let world: World
beforeAll(async () => {
  database = await createTestDatabase({ max: 1 })
  world = await startWorld(database.url)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

test.each([1, FRESH])(
  'seed %i: no fault, no row of others, no write by what was refused',
  async (seed) => {
    const { findings, sent } = await run(world, { inputs: INPUTS, seed })
    expect(findings).toEqual([])
    expect(sent).toBe(INPUTS)
  },
  120_000,
)

test('every contract, table, function and route is a target, without a list', async () => {
  const targets = targetsOf(world)
  const namesOf = (door: string) => targets.filter((each) => each.door === door).map(({ name }) => name)
  expect(namesOf('api').toSorted()).toEqual(Object.keys(CALLS).toSorted())
  const { tables, functions } = world.facts
  expect(namesOf('rest')).toEqual(
    expect.arrayContaining([...Object.keys(tables), ...Object.keys(functions).map((name) => `rpc/${name}`)]),
  )
  const more = { ...world, routes: [...world.routes, { method: 'POST', path: '/auth/v1/something-new' }] }
  expect(targetsOf(more)).toHaveLength(targets.length + 1)
})

test('the same seed gives the same inputs', () => {
  const targets = targetsOf(world, ['api', 'rest', 'auth', 'storage', 'realtime'])
  const drawn = () => Array.from({ length: 50 }, (_, index) => draw(world, targets, 7, index))
  expect(drawn()).toEqual(drawn())
})
