import { expect, test } from 'vitest'
import type { Profile, SessionState, SessionUser } from '../session/reducer.ts'
import { decide } from './access.ts'

const user: SessionUser = {
  id: 'u',
  email: 'u@tune.local',
  provider: 'email',
  fullName: null,
  photoUrl: null,
  owesSecondFactor: false,
}
const signedIn = (complete: boolean, recovering = false): SessionState => ({
  phase: 'signed-in',
  user,
  recovering,
  profile: { uid: 'u', is_complete_profile: complete } as Profile,
})
const states: Record<string, SessionState> = {
  starting: { phase: 'starting' },
  nobody: { phase: 'signed-out' },
  loading: { phase: 'loading-profile', user, recovering: false },
  unreadable: { phase: 'profile-failed', user, recovering: false },
  half: { phase: 'second-factor', user, recovering: true },
  recovering: signedIn(true, true),
  incomplete: signedIn(false),
  user: signedIn(true),
}
const [login, reset, complete, home, factor] = [
  '/',
  '/reset-password',
  '/complete-profile',
  '/dashboard',
  '/second-factor',
].map((redirect) => ({ redirect }))

test.each([
  ['starting', 'wait', 'wait', 'wait', 'wait', 'wait'],
  ['half', factor, factor, factor, factor, 'show'],
  ['nobody', 'show', 'show', login, login, login],
  ['loading', 'wait', 'wait', 'wait', 'wait', 'wait'],
  ['unreadable', 'profile-failed', 'show', 'profile-failed', 'profile-failed', 'profile-failed'],
  ['recovering', reset, 'show', reset, reset, reset],
  ['incomplete', complete, 'show', 'show', complete, complete],
  ['user', home, 'show', home, 'show', home],
])('%s: public %j, recovery %j, incomplete %j, user %j, second factor %j', (name, ...verdicts) => {
  const state = states[name] as SessionState
  const routes = ['public', 'recovery', 'incomplete', 'user', 'second-factor'] as const
  expect(routes.map((access) => decide(access, state))).toEqual(verdicts)
})
