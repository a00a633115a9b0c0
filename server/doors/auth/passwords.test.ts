import { expect, test } from 'vitest'
import { checkNewPassword, createPasswords } from './passwords.ts'
import { createAuthFixture, signedUp } from './testing/fixture.ts'

const SOMEBODY = { network: '192.0.2.1', isKnown: false }

test('hashes are argon2id at the documented cost, and verify', async () => {
  const passwords = createPasswords(1, 10)
  const hash = await passwords.hash('correct horse', SOMEBODY)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(hash, 'correct horse', SOMEBODY)).toBe(true)
  expect(await passwords.verify(hash, 'battery staple', SOMEBODY)).toBe(false)
  expect(await passwords.verify(null, 'no account has this password', SOMEBODY)).toBe(false)
})

test('a full queue refuses at once and empties again', async () => {
  const passwords = createPasswords(1, 2)
  const results = await Promise.allSettled(
    ['a', 'b', 'c', 'd', 'e'].map((each) => passwords.hash(each, SOMEBODY)),
  )
  expect(results.map((result) => result.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])
  expect(results[3]).toMatchObject({ reason: { refusal: 'tooManyRequests' } })
  await expect(passwords.hash('f', SOMEBODY)).resolves.toContain('argon2id')
})

test.each([
  ['seven77', 'Password should be at least 8 characters.'],
  ['🎵🎵🎵🎵', 'Password should be at least 8 characters.'],
  ['a'.repeat(73), 'Password cannot be longer than 72 characters'],
  ['é'.repeat(37), 'Password cannot be longer than 72 characters'],
])('%s is refused', (password, message) => {
  expect(() => checkNewPassword(password, { passwordMinLength: 8 })).toThrow(message)
})

test.each(['12345678', 'a'.repeat(72)])('%s is accepted', (password) => {
  expect(() => checkNewPassword(password, { passwordMinLength: 8 })).not.toThrow()
})

test('a password without one of the wanted kinds of character is refused', () => {
  const rules = {
    passwordMinLength: 8,
    passwordClasses: [
      { name: 'uppercase', pattern: /\p{Lu}/u },
      { name: 'digit', pattern: /\d/ },
    ],
  }
  expect(() => checkNewPassword('sem classe', rules)).toThrow(
    'Password should contain at least one character of each: uppercase, digit.',
  )
  expect(() => checkNewPassword('Com 1 de cada', rules)).not.toThrow()
})

test('a common password is refused as a leaked one, wherever it is chosen', async () => {
  const auth = await createAuthFixture({
    isCommonPassword: (password, own) =>
      password === 'Flamengo#1981' || own.some((each) => each.startsWith('ana')),
  })
  const common = {
    code: 'weak_password',
    message: 'Password is known to be weak and easy to guess, please choose a different one.',
    weak_password: { reasons: ['pwned'] },
  }
  const signUp = (email: string, password: string) =>
    auth.ask('POST', '/signup', { body: { email, password } })
  expect(await signUp('bia@tune.test', 'Flamengo#1981')).toMatchObject({ status: 422, body: common })
  expect(await signUp('ana@tune.test', 'any other one')).toMatchObject({ status: 422, body: common })
  const { access_token: bearer } = await signedUp(auth, 'caio@tune.test')
  const changed = await auth.ask('PUT', '/user', { bearer, body: { password: 'Flamengo#1981' } })
  expect(changed).toMatchObject({ status: 422, body: common })
  await auth.drop()
})
