import type { Session } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { sessionUser } from './session-user.ts'

const token = `x.${btoa(JSON.stringify({ aal: 'aal1' }))}.x`
const sessionOf = (avatar_url: unknown) =>
  ({
    access_token: token,
    user: { id: '1', email: 'ana@tune.test', app_metadata: {}, user_metadata: { avatar_url } },
  }) as unknown as Session

test.each([
  ['https://lh3.googleusercontent.com/a/ana', 'https://lh3.googleusercontent.com/a/ana'],
  ['https://scontent.fbcdn.net/ana.jpg', null],
  [7, null],
])('a portrait at %s is taken, or left out so that the profile is made without', (given, kept) => {
  expect(sessionUser(sessionOf(given)).photoUrl).toBe(kept)
})
