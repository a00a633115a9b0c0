/** Whose turn it is. */
import { describe, expect, test } from 'vitest'
import { createFairQueue, levelsOf, type Place } from './fair-queue.ts'

const place = (network: string, isKnown = false): Place => ({ network, isKnown })

/** A queue of one at a time, which is busy until `go`. */
async function busy(most: number) {
  const run = createFairQueue(1, most, () => new Error('refused'))
  const started: string[] = []
  const refused: string[] = []
  const first = Promise.withResolvers<void>()
  const all = [run(place('first'), () => first.promise)]
  return {
    started,
    refused,
    ask(name: string, from: Place) {
      const asked = run(from, async () => void started.push(name))
      all.push(asked.catch(() => void refused.push(name)))
    },
    async go() {
      first.resolve()
      await Promise.all(all)
    },
  }
}

test('a newcomer waits for one of each network, whatever they have sent', async () => {
  const queue = await busy(64)
  for (let number = 1; number <= 10; number++) queue.ask(`a${number}`, place('192.0.2.1'))
  for (let number = 1; number <= 10; number++) queue.ask(`b${number}`, place('192.0.2.2'))
  queue.ask('newcomer', place('203.0.113.9'))
  await queue.go()
  expect(queue.started.slice(0, 4)).toEqual(['a1', 'b1', 'newcomer', 'a2'])
  expect(queue.started).toHaveLength(21)
})

test('the many networks of one IPv6 line are one', async () => {
  const queue = await busy(64)
  for (let number = 1; number <= 16; number++)
    queue.ask(`line${number}`, place(`2001:db8:1:${number.toString(16)}::`))
  queue.ask('neighbour', place('2001:db8:2:1::'))
  await queue.go()
  expect(queue.started.slice(0, 2)).toEqual(['line1', 'neighbour'])
})

test('when it is full, whoever has the most waiting loses their newest', async () => {
  const queue = await busy(4)
  for (let number = 1; number <= 4; number++) queue.ask(`a${number}`, place('192.0.2.1'))
  queue.ask('newcomer', place('203.0.113.9'))
  queue.ask('a5', place('192.0.2.1'))
  await queue.go()
  expect(queue.refused).toEqual(['a4', 'a5'])
  expect(queue.started).toEqual(['a1', 'newcomer', 'a2', 'a3'])
})

test('the known come first, and keep nobody waiting for ever', async () => {
  const queue = await busy(64)
  for (let number = 1; number <= 2; number++) queue.ask(`other${number}`, place('192.0.2.1'))
  for (let number = 1; number <= 6; number++) queue.ask(`known${number}`, place('203.0.113.9', true))
  await queue.go()
  expect(queue.started).toEqual([
    'known1',
    'known2',
    'known3',
    'other1',
    'known4',
    'known5',
    'known6',
    'other2',
  ])
})

test('what fails gives its place on', async () => {
  const run = createFairQueue(1, 4, () => new Error('refused'))
  const failing = run(place('a'), () => Promise.reject(new Error('broken')))
  const after = run(place('b'), async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await after).toBe('done')
})

describe('the networks around an address', () => {
  test.each([
    ['192.0.2.1', ['192.0.2.1']],
    ['2001:db8:1:ff02::', ['20010db80001', '20010db80001ff', '20010db80001ff02']],
    ['2001:db8::', ['20010db80000', '20010db8000000', '20010db800000000']],
    ['::', ['000000000000', '00000000000000', '0000000000000000']],
  ])('%s', (network, levels) => {
    expect(levelsOf(network)).toEqual(levels)
  })
})
