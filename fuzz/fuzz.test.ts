/** Short runs of bad input; `npm run fuzz` makes long ones. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALLS } from '#server/product/calls.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { faultOf, leadsToPage } from './judge.ts'
import { draw, run } from './run.ts'
import { targetsOf } from './targets.ts'
import { startWorld, type World } from './world.ts'

const TREE_SEED = Number(process.env.TEST_SEED)
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

test.each([1, TREE_SEED])(
  'seed %i: no fault, no row of others, no write by what was refused',
  async (seed) => {
    const { findings, sent } = await run(world, { inputs: INPUTS, seed })
    // Of so short a run, which loads what it needs, time and memory say nothing.
    expect(findings.filter(({ kind }) => kind !== 'stall' && kind !== 'memory')).toEqual([])
    expect(sent).toBe(INPUTS)
  },
  120_000,
)

test('an auction goes on meanwhile: the worker gives units to whoever bid for them', async () => {
  const sold = async () => {
    await world.auction.turn()
    const [row] = await world.sql<{ holders: number }[]>`
      select count(*)::int as holders from mints join projects on projects.id = mints.project_id
      where projects.uid = ${world.auction.uid}`
    return row?.holders ?? 0
  }
  const before = await sold()
  await expect.poll(sold, { timeout: 20_000 }).toBeGreaterThan(before)
})

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

test.each([
  ['HTTP/1.1 200 OK\r\n\r\n{}HTTP/1.1 401 Unauthorized\r\n\r\n', null],
  ['HTTP/1.1 200 OK\r\n\r\n{}HTTP/1.1 500 Internal Server Error\r\n\r\n', /^answered 500/],
  ['HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\n\r\n', null],
  ['HTTP/1.1 200 OK\r\n\r\n'.repeat(3), /^3 answers to 2 requests/],
  ['', /^0 answers to 2 requests/],
])('of two requests in a row, %j is judged', (text, fault) => {
  const wire = {
    door: 'wire',
    target: 'in a row',
    method: 'POST',
    path: '/',
    headers: {},
    body: '',
    most: 2,
  } as const
  const nobody = { name: 'nobody', uid: null, headers: {}, sees: false }
  const said = faultOf(wire, nobody, { status: 0, headers: {}, text }, ['canary'])
  if (fault === null) expect(said).toBeNull()
  else expect(said).toMatch(fault)
})

test.each([
  ['GET', '/storage/v1/bucket/../../etc/passwd', true],
  ['HEAD', '/webhooks/pix', true],
  ['POST', '/webhooks/pix', false],
  ['GET', '/storage/v1/bucket/a', false],
  ['GET', '/api/v1/balance', false],
])('%s %s leads to a page: %s', (method, path, isPage) => {
  expect(leadsToPage({ door: 'storage', target: '', method, path, headers: {}, body: null })).toBe(isPage)
})
