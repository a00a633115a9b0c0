import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import type { TokenWire } from '../access/contract.ts'

let market: Market
let admin: TestFan
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
})
afterAll(() => market.close())

const LINES = [
  { at: 1.5, text: 'Liguei a guitarra' },
  { at: 4, text: '' },
  { at: 4, text: 'no varal do mundo' },
]
const edit = ({ uid }: TestProject, version: number, timedLyrics: unknown) =>
  market.call(admin, `/admin/projects/${uid}/edit`, { version, timedLyrics })
const linesOf = async (fan: TestFan) => {
  const { data } = (await market.call(fan, '/user-projects')) as unknown as { data: TokenWire[] }
  return data.map(({ project }) => project.timedLyrics)
}

test('lines with their times reach whoever has played the work, and nobody else', async () => {
  const project = await market.newAuction()
  const [holder] = project.holders as [TestFan]
  expect(await linesOf(holder)).toEqual([[]])
  expect((await edit(project, 1, LINES)).status).toBe(200)
  // They are for whoever plays it: until then it may be given back.
  expect(await linesOf(holder)).toEqual([[]])
  const [token] = await market.sql<{ uid: string }[]>`select uid from mints where user_id = ${holder.uid}`
  expect((await market.call(holder, '/play', { UID: token?.uid })).status).toBe(200)
  expect(await linesOf(holder)).toEqual([LINES])
  const other = LINES.map((line, index) => (index === 0 ? { ...line, text: 'Desliguei a guitarra' } : line))
  expect((await edit(project, 2, other)).data).toEqual({ version: 3 })
  expect(await linesOf(holder)).toEqual([other])
  const shown = await Promise.all([
    market.callRaw(null, `/projects/${project.uid}/public`),
    market.callRaw(await market.newFan(), `/projects/${project.uid}`),
  ])
  for (const answer of shown) expect(await answer.text()).not.toContain('varal')
  await market.endWindows(project)
  expect((await linesOf(holder))[0]).toEqual([])
})

test.each([
  ['out of order', [LINES[1], LINES[0]]],
  ['before the beginning', [{ at: -1, text: '' }]],
  ['too many', Array.from({ length: 1001 }, () => ({ at: 0, text: '' }))],
  ['too long', [{ at: 0, text: 'a'.repeat(301) }]],
])('lines %s are refused', async (_name, lines) => {
  expect((await edit(await market.newProject(), 1, lines)).status).toBe(400)
})
