import { beforeEach, expect, test, vi } from 'vitest'
import { rememberedPlace, rememberedSound, rememberPlace, rememberSound } from './player-memory.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

test('each work goes on where it was left, except so near to an end that it starts over', () => {
  rememberPlace('a', 61.7, 180)
  rememberPlace('b', 178, 180)
  rememberPlace('c', 3, 180)
  expect([rememberedPlace('a'), rememberedPlace('b'), rememberedPlace('c'), rememberedPlace('d')]).toEqual([
    61,
    null,
    null,
    null,
  ])
})

test('memory is bounded: the work that was heard longest ago is forgotten first', () => {
  for (let work = 0; work < 50; work++) rememberPlace(`work-${work}`, 30, 180)
  rememberPlace('work-0', 40, 180)
  rememberPlace('new', 50, 180)
  expect(rememberedPlace('work-0')).toBe(40)
  expect(rememberedPlace('work-1')).toBeNull()
  expect(rememberedPlace('work-2')).toBe(30)
})

test('sound is remembered, and nonsense in its place is full sound', () => {
  rememberSound({ volume: 40, muted: true })
  expect(rememberedSound()).toEqual({ volume: 40, muted: true })
  for (const text of ['{', 'null', '{"volume":900,"muted":"yes"}', '7']) {
    for (const key of kept.keys()) kept.set(key, text)
    expect(rememberedSound()).toEqual({ volume: 100, muted: false })
  }
})

test('a browser that keeps nothing plays all the same, and goes on until the page is left', () => {
  const refuse = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  expect(() => rememberPlace('a', 61, 180)).not.toThrow()
  expect(rememberedPlace('a')).toBe(61)
  expect(rememberedSound()).toEqual({ volume: 100, muted: false })
})
