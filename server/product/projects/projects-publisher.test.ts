import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Change } from '../../doors/realtime/change.ts'
import { createLogger } from '../../platform/log.ts'
import { createProjectsPublisher } from './projects-publisher.ts'
import type { ProjectUpdate } from './wire.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function changeOf(projectId: number): Change {
  const record = { id: 1, project_id: projectId }
  const rest = { commitTime: '', transaction: 3, position: '', columns: [], oldRecord: {} }
  return { schema: 'public', table: 'bids', type: 'INSERT', record, ...rest }
}

async function start() {
  const reads: number[][] = []
  const heard: [string, unknown][] = []
  const database = { broken: false }
  const publisher = createProjectsPublisher(async (ids) => {
    reads.push(ids)
    if (database.broken) throw new Error('no database')
    return ids.map((id) => ({ uid: String(id) }) as ProjectUpdate)
  }, createLogger('silent'))
  const topic = await publisher.open('projects', async (event, payload) => void heard.push([event, payload]))
  return { publisher, reads, heard, database, topic, settle: () => vi.advanceTimersByTimeAsync(5000) }
}

test('a change is told at once; what follows within the second is told together', async () => {
  const { publisher, reads, heard, settle } = await start()
  publisher.onChange(changeOf(7))
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([['changed', { projects: [{ uid: '7' }] }]])
  for (const id of [8, 9, 8, 7]) publisher.onChange(changeOf(id))
  await settle()
  expect(reads).toEqual([[7], [8, 9, 7]])
})

test('more than one reading takes are told second by second, and none is lost', async () => {
  const { publisher, reads, settle } = await start()
  for (let id = 1; id <= 450; id++) publisher.onChange(changeOf(id))
  await settle()
  expect(new Set(reads.flat()).size).toBe(450)
  expect(Math.max(...reads.map((ids) => ids.length))).toBeLessThanOrEqual(200)
})

test('what could not be read is read again', async () => {
  const { publisher, heard, database, settle } = await start()
  database.broken = true
  publisher.onChange(changeOf(7))
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([])
  database.broken = false
  await settle()
  expect(heard).toEqual([['changed', { projects: [{ uid: '7' }] }]])
})

test('a gap is told, and nobody follows anything once the last has left', async () => {
  const { publisher, heard, topic } = await start()
  expect(publisher.follows('public', 'bids')).toBe(true)
  expect(publisher.follows('public', 'users')).toBe(false)
  publisher.onGap()
  expect(heard).toEqual([['gap', {}]])
  topic?.close()
  expect(publisher.follows('public', 'bids')).toBe(false)
})
