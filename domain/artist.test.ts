import { expect, test } from 'vitest'
import { isSlug, maskedEmail, slugOf } from './artist.ts'

test('the address of a page is small letters, digits and single hyphens', () => {
  for (const slug of ['nara-vidal', '2x2', 'abc', 'ab']) expect(isSlug(slug), slug).toBe(true)
  for (const text of ['', 'a', 'Nara', 'nara--vidal', '-nara', 'nara-', 'nará', 'nara vidal', 'a'.repeat(41)])
    expect(isSlug(text), text).toBe(false)
})

test('an address is shown so that its owner alone knows it', () => {
  expect(maskedEmail('marina@tune.test')).toBe('m•••@tune.test')
  expect(maskedEmail('a@b.c')).toBe('a•••@b.c')
})

test('a name becomes an address', () => {
  expect(slugOf('Nara Vidal & Trio')).toBe('nara-vidal-trio')
  expect(slugOf('  Ímpar!  ')).toBe('impar')
  expect(slugOf('漢字')).toBe('')
  expect(slugOf(`${'a'.repeat(39)} b`)).toBe('a'.repeat(39))
})
