import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createLogger } from '../../platform/log.ts'
import { type BroadcastSource, createTopics, type Emit, type HeldTopic, type Watcher } from './topics.ts'

/** A source of one topic that counts how often it is opened, closed and asked for its state. */
function countingSource() {
  const counts = { opened: 0, closed: 0, snapshots: 0 }
  let emit: Emit = async () => undefined
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

function listener(): Watcher & { heard: Buffer[] } {
  const heard: Buffer[] = []
  return { heard, offer: (message) => void heard.push(message) }
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

  test('give everybody the very same bytes', async () => {
    const { topics, counts, emit } = start()
    const topic = (await topics.hold(TOPIC)) as HeldTopic
    const [one, two] = [listener(), listener()]
    for (const each of [one, two]) topic.watch(each)
    await emit({ seq: 2 })
    expect(one.heard[0]).toBe(two.heard[0])
    expect(topic.snapshot(one)).toBe(topic.snapshot(two))
    expect(counts.snapshots).toBe(1)
    await emit({ seq: 3 })
    topic.snapshot(one)
    expect(counts.snapshots).toBe(2)
  })

  test('are silent to those who left', async () => {
    const { topics, emit } = start()
    const [held] = (await Promise.all([topics.hold(TOPIC), topics.hold(TOPIC)])) as HeldTopic[]
    const one = listener()
    held?.watch(one)
    held?.release(one)
    await emit({ seq: 2 })
    expect(one.heard).toEqual([])
  })

  describe('with thousands of listeners', () => {
    async function crowded() {
      const { topics, emit } = start()
      const topic = (await topics.hold(TOPIC)) as HeldTopic
      await topics.hold(TOPIC)
      const crowd = Array.from({ length: 5000 }, () => listener())
      for (const each of crowd) topic.watch(each)
      const seen = (index: number) => crowd.at(index)?.heard.map(String)
      return { topic, emit, crowd, seen, last: crowd.at(-1) as (typeof crowd)[number] }
    }
    const DELTA_2 = expect.stringContaining('"seq":2')
    const DELTA_3 = expect.stringContaining('"seq":3')

    test('hear others meanwhile, and every message once, in order', async () => {
      const { emit, seen } = await crowded()
      const all = emit({ seq: 2 })
      await nextTurn()
      expect([seen(0), seen(-1)]).toEqual([[DELTA_2], []])
      const more = emit({ seq: 3 })
      await all
      expect([seen(0), seen(-1)]).toEqual([[DELTA_2], [DELTA_2]])
      await more
      expect([seen(0), seen(-1)]).toEqual([
        [DELTA_2, DELTA_3],
        [DELTA_2, DELTA_3],
      ])
    })

    test('do not tell what was said before somebody came, left, or read the state', async () => {
      const { topic, emit, last, crowd } = await crowded()
      const left = crowd.at(-2) as Watcher
      const all = emit({ seq: 2 })
      const newcomer = listener()
      topic.watch(newcomer)
      topic.snapshot(last)
      topic.release(left)
      await all
      expect([newcomer, last, crowd.at(-2)].map((each) => each?.heard)).toEqual([[], [], []])
      await emit({ seq: 3 })
      expect([newcomer, last, crowd.at(-2)].map((each) => each?.heard.map(String))).toEqual([
        [DELTA_3],
        [DELTA_3],
        [],
      ])
    })

    test('hear the next message although one could not be told', async () => {
      const { emit, crowd, seen } = await crowded()
      const offer = crowd[1]?.offer
      Object.assign(crowd[1] as Watcher, {
        offer: () => {
          throw new Error('broken')
        },
      })
      await expect(emit({ seq: 2 })).rejects.toThrow('broken')
      Object.assign(crowd[1] as Watcher, { offer })
      await emit({ seq: 3 })
      expect(seen(-1)).toEqual([DELTA_3])
    })
  })
})
