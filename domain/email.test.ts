import { expect, test } from 'vitest'
import { isEmail, normaliseEmail } from './email.ts'

test.each(['ana@tune.local', ' Ana.Lima+show@correio.com.br ', "o'hara@a.co"])('accepts %j', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  '',
  'ana',
  'ana@',
  '@tune.local',
  'ana@local',
  'ana lima@tune.local',
  'ana@tune..local',
  'a@b@c.d',
])('refuses %j', (text) => {
  expect(isEmail(text)).toBe(false)
})

test('refuses an address longer than SMTP carries', () => {
  expect(isEmail(`${'a'.repeat(250)}@b.co`)).toBe(false)
})

test('normalises case and surrounding space', () => {
  expect(normaliseEmail(' Ana@Tune.Local ')).toBe('ana@tune.local')
})
