import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { isCommonPassword } from '#domain/common-password.ts'
import { brokenPasswordRules } from '#domain/password.ts'
import { isLeaked, SHORTEST_LEAKED } from './leaked-words.ts'

const LIST = dictionary['passwords-common']

test('every word of the list is known', () => {
  const long = LIST.filter((word) => word.length >= SHORTEST_LEAKED)
  expect(long.length).toBeGreaterThan(40_000)
  expect(long.filter((word) => !isLeaked(word.toLowerCase()))).toEqual([])
})

test('hardly another one is', () => {
  const others = Array.from({ length: 50_000 }, (_, n) => `zq${n.toString(36)}xv${(n * 7919).toString(36)}`)
  expect(others.filter(isLeaked).length).toBeLessThan(10)
})

test.each(['Dallas123!', 'Yankees@2024', 'Gfhjkm1!', '112233!A', 'D4llas123!'])(
  '%s has the four kinds of signs, and is refused all the same',
  (password) => {
    expect(brokenPasswordRules(password)).toEqual([])
    expect(isCommonPassword(password, [])).toBe(false)
    expect(isCommonPassword(password, [], isLeaked)).toBe(true)
  },
)

test.each(['Vermelho-Trem7-lua', 'k7#Pq!zW29', 'Três-gatos-2-no-telhado!'])('%s is taken', (password) => {
  expect(isCommonPassword(password, [], isLeaked)).toBe(false)
})
