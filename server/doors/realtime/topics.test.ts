import { describe, expect, test } from 'vitest'
import { createLogger } from '../../platform/log.ts'
import type { Version } from './frames.ts'
import { type BroadcastSource, createTopics, type HeldTopic, type Watcher } from './topics.ts'

/** A source of one topic that counts how often it is opened, closed and asked for its state. */
function countingSource() {
  const counts = { opened: 0, closed: 0, snapshots: 0 }
  let emit: (event: string, payload: unknown) => void = () => undefined
  const source: BroadcastSource = {
    owns: (name) => name.startsWith('market:'),
    async open(name, tell) {
      if (name === 'market:broken') throw new Error('no database')
      if (name !== 'market:1') return null
      counts.opened++
      emit = tell
      return { snapshot: () => ({ read: ++counts.snapshots }), close: () => void counts.closed++ }
    },
    follows: () => false,
    onChange: () => undefined,
    onGap: () => undefined,
  }
  return { source, counts, emit: (payload: unknown) => emit('delta', payload) }
}

function listener(version: Version): Watcher & { heard: Buffer[] } {
  const heard: Buffer[] = []
  return { version, heard, offer: (message) => void heard.push(message) }
}
const TOPIC = 'realtime:market:1'

function start() {
  const { source, counts, emit } = countingSource()
  return { topics: createTopics([source], createLogger('silent')), counts, emit }
}

describe('topics', () => {
  test('are opened once for all, and closed behind the last', async () => {
    const { topics, counts } = start()
    const [one, two] = (await Promise.all([topics.hold(TOPIC), topics.hold(TOPIC)])) as HeldTopic[]
    one?.release()
    expect([counts, topics.size()]).toEqual([{ opened: 1, closed: 0, snapshots: 0 }, 1])
    two?.release()
    expect([counts, topics.size()]).toEqual([{ opened: 1, closed: 1, snapshots: 0 }, 0])
    await topics.hold(TOPIC)
    expect(counts.opened).toBe(2)
  })

  test('that do not exist or cannot be opened are not remembered', async () => {
    const { topics } = start()
    expect(await topics.hold('realtime:market:2')).toBeNull()
    await expect(topics.hold('realtime:market:broken')).rejects.toThrow('no database')
    expect(topics.size()).toBe(0)
    expect([topics.owns(TOPIC), topics.owns('market:1'), topics.owns('realtime:x')]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('give everybody of a version the very same bytes', async () => {
    const { topics, counts, emit } = start()
    const topic = (await topics.hold(TOPIC)) as HeldTopic
    const [one, two, old] = [listener('2.0.0'), listener('2.0.0'), listener('1.0.0')]
    for (const each of [one, two, old]) topic.watch(each)
    emit({ seq: 2 })
    expect(one.heard[0]).toBe(two.heard[0])
    expect(String(old.heard[0])).toContain('"join_ref":null')
    expect(topic.snapshot('2.0.0')).toBe(topic.snapshot('2.0.0'))
    expect(counts.snapshots).toBe(1)
    emit({ seq: 3 })
    topic.snapshot('2.0.0')
    expect(counts.snapshots).toBe(2)
  })

  test('are silent to those who left', async () => {
    const { topics, emit } = start()
    const [held] = (await Promise.all([topics.hold(TOPIC), topics.hold(TOPIC)])) as HeldTopic[]
    const one = listener('2.0.0')
    held?.watch(one)
    held?.release(one)
    emit({ seq: 2 })
    expect(one.heard).toEqual([])
  })
})
