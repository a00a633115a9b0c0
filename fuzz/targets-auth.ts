/** The routes of the auth door, with the fields that GoTrue's clients send. */
import fc from 'fast-check'
import type { Facts } from './facts.ts'
import type { Target } from './input.ts'
import type { Route } from './server.ts'
import { queryText } from './targets-api.ts'
import { pathOf } from './targets-pages.ts'
import { badValue, badWord } from './values.ts'

const FIELDS: Readonly<Record<string, readonly unknown[]>> = {
  email: ['fan-1@tune.test', 'new@tune.test', 'a@b', 'FAN-1@TUNE.TEST'],
  phone: ['+5511987650000', '1'],
  password: ['Right-1-password', 'x', 'p'.repeat(200)],
  current_password: ['Right-1-password'],
  token: ['123456', 'a'.repeat(56)],
  token_hash: ['a'.repeat(56)],
  refresh_token: ['abcdefghijkl'],
  type: ['signup', 'recovery', 'magiclink', 'email', 'email_change', 'invite', 'sms', 'phone_change'],
  data: [{}, { name: 'a' }],
  user_metadata: [{ a: 1 }],
  app_metadata: [{ role: 'admin' }],
  role: ['authenticated', 'service_role'],
  create_user: [true, false],
  code_challenge: ['a'.repeat(43)],
  code_challenge_method: ['s256', 'plain'],
  auth_code: ['00000000-0000-4000-8000-000000000000'],
  code_verifier: ['a'.repeat(43)],
  id_token: ['a.b.c'],
  provider: ['google', 'facebook', 'apple', 'nobody'],
  factor_type: ['totp', 'phone', 'webauthn'],
  friendly_name: ['a'],
  challenge_id: ['00000000-0000-4000-8000-000000000000'],
  code: ['123456'],
  nonce: ['123456'],
  ban_duration: ['24h', 'none', '1x'],
  email_confirm: [true],
  should_soft_delete: [true],
  redirect_to: ['http://localhost:3000/', 'https://evil.test'],
}
const QUERY = [
  'grant_type',
  'redirect_to',
  'type',
  'token',
  'token_hash',
  'provider',
  'state',
  'code',
  'scope',
  'scopes',
  'page',
  'per_page',
  'filter',
  'sort',
  'error',
  'code_challenge',
  'code_challenge_method',
]
const QUERY_VALUES = [
  'password',
  'refresh_token',
  'pkce',
  'id_token',
  'web3',
  'google',
  'global',
  'local',
  'others',
  'recovery',
  '1',
  '-1',
  '99999999999',
  'http://localhost:3000/',
  'https://evil.test',
]

export function authTarget({ method, path }: Route, { uids }: Facts): Target {
  const fields = Object.entries(FIELDS).map(([name, values]) => [
    name,
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: badValue }),
  ])
  const body = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [],
  })
  const query = fc.dictionary(
    fc.constantFrom(...QUERY),
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...QUERY_VALUES) }, { weight: 1, arbitrary: badWord }),
    { maxKeys: 4 },
  )
  const carries = method !== 'GET' && method !== 'DELETE'
  return {
    door: 'auth',
    name: `${method} ${path}`,
    method: method === 'ALL' ? 'POST' : method,
    sent: fc.record({ path: pathOf(path, uids), query, body }).map((made) => ({
      path: made.path + queryText(made.query),
      body: carries ? JSON.stringify(made.body) : null,
      headers: carries ? { 'content-type': 'application/json' } : {},
    })),
  }
}
