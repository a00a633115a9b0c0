import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { sayFailure } from './say-failure.ts'

test('too much at once is said as that, with when to try again; everything else as it was', () => {
  const said = 'Muitas tentativas em pouco tempo. Aguarde um minuto e tente novamente.'
  expect(sayFailure(new ApiError(429, 'too_many_requests', said), 'Não deu.')).toBe(said)
  expect(sayFailure(new ApiError(500, 'unexpected', 'Algo deu errado.'), 'Não deu.')).toBe('Não deu.')
  expect(sayFailure(new TypeError('fetch failed'), 'Não deu.')).toBe('Não deu.')
})
