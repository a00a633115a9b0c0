import { expect, test } from 'vitest'
import { verifyAccessToken } from './access-token.ts'
import { createApiKey } from './api-keys.ts'

const SECRET = 'a-secret-of-at-least-thirty-two-bytes'

test('a key is what earlier versions gave out, to the byte, so that nobody has to change theirs', () => {
  expect(createApiKey('anon', SECRET)).toBe(
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiYW5vbiIsImlzcyI6InR1bmUiLCJpYXQiOjE3NjcyMjU2MDAsImV4cCI6MjA4Mjc1ODQwMH0.4xL9UlpdOCVgPLy_x5e2gHpD8vV04RWJSAeppmIpEmI',
  )
  expect(verifyAccessToken(SECRET, createApiKey('service_role', SECRET)).claims?.role).toBe('service_role')
})
