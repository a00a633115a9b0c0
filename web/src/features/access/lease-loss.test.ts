import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { lossOf } from './lease-loss.ts'

test.each([
  ['another device plays', new ApiError(409, 'playing_elsewhere', ''), 'elsewhere'],
  ['the account was deactivated', new ApiError(403, 'account_inactive', ''), 'refused'],
  ['the token was undone', new ApiError(404, 'token_not_found', ''), 'refused'],
  ['the window is over', new ApiError(409, 'token_ended', ''), 'refused'],
  ['the session ended', new ApiError(401, 'unauthenticated', ''), null],
  ['it was too much at once', new ApiError(429, 'too_many', ''), null],
  ['the server is down', new ApiError(503, null, ''), null],
  ['somebody else answers', new ApiError(403, null, ''), null],
  ['no answer came', new ApiError(0, null, ''), null],
  ['our own mistake', new TypeError('x'), null],
])('a renewal where %s', (_case, fault, loss) => {
  expect(lossOf(fault)).toBe(loss)
})
