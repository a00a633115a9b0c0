import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './common-password.ts'
import { brokenPasswordRules } from './password.ts'

const OWN = ['marisol.quintela@provedor.test', 'tune.test', 'Tune']

describe('common', () => {
  test.each([
    'Password1!',
    'P@ssw0rd',
    'P@$$w0rd1',
    'Passw0rd!',
    'Senha@123',
    'Senh@2024',
    'S3nh@123',
    'SenhaSenha1!',
    'Mudar@123',
    'Admin@123',
    'Welcome1!',
    'Bem-vindo1',
    'Flamengo1981!',
    'Corinthians@1910',
    'Brasil@2026',
    'Amor&Amor1',
    'DeusÉFiel1!',
    'Música#123',
    'Tune@2026',
    'Qwerty123!',
    'Qwertyuiop1!',
    '1qaz@WSX',
    '!QAZ2wsx',
    'Asdf1234!',
    'Abcd1234!',
    'Abc12345!',
    'Aa123456!',
    'A12345678!',
    'A11111111!',
    'A25121990!',
    'Password123456789!',
    'Marisol@1990',
    'MarisolQuintela1!',
    'Quintela#77',
    'Provedor.2026',
  ])('%s', (password) => {
    expect(isCommonPassword(password, OWN)).toBe(true)
  })
})

describe('not common', () => {
  test.each([
    'Estrela-Guia#2026',
    'Palco alto, 3 degraus',
    'Cometa-Azul#2027',
    'Vento-Norte-47',
    'correct horse battery 7!A',
    'X9$kfPz2Qm',
    'Senha7Ftz!qP3x',
    'Janela!4471Barco',
    'Marisolanda!83Kx',
  ])('%s', (password) => {
    expect(isCommonPassword(password, OWN)).toBe(false)
  })
})

test('somebody else’s name is nobody’s, and no input takes long', () => {
  expect(isCommonPassword('Quintela#77', ['outra@provedor.test'])).toBe(false)
  expect(isCommonPassword(`${'ab'.repeat(36)}`, [`${'x'.repeat(255)}@tune.test`])).toBe(true)
  expect(isCommonPassword('')).toBe(true)
})

test('those that the four rules let through are refused too', () => {
  const passing = ['Password1!', 'Senha@123', 'Brasil@2026', 'Qwerty123!', '1qaz@WSX']
  expect(passing.flatMap(brokenPasswordRules)).toEqual([])
  expect(passing.filter((password) => !isCommonPassword(password))).toEqual([])
})
