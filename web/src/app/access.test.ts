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
  usedSecondFactor: false,
}
const signedIn = (complete: boolean, recovering = false): SessionState => ({
  phase: 'signed-in',
  user,
  recovering,
  profile: { uid: 'u', is_complete_profile: complete, role: 'user' } as Profile,
})
const administrator: SessionState = {
  phase: 'signed-in',
  user,
  recovering: false,
  profile: { uid: 'u', is_complete_profile: true, role: 'admin' } as Profile,
}
const states: Record<string, SessionState> = {
  starting: { phase: 'starting' },
  nobody: { phase: 'signed-out' },
  loading: { phase: 'loading-profile', user, recovering: false },
  unreadable: { phase: 'profile-failed', user, recovering: false },
  half: { phase: 'second-factor', user, recovering: true },
  recovering: signedIn(true, true),
  incomplete: signedIn(false),
  newcomer: {
    phase: 'signed-in',
    user: { ...user, usedSecondFactor: true },
    recovering: false,
    profile: { uid: 'u', is_complete_profile: false, role: 'support' } as Profile,
  },
  user: signedIn(true),
  unsecured: administrator,
  admin: { ...administrator, user: { ...user, usedSecondFactor: true } },
}
const [login, reset, complete, home, factor, office, security] = [
  '/',
  '/reset-password',
  '/complete-profile',
  '/dashboard',
  '/second-factor',
  '/admin/dashboard',
  '/shelf/security',
].map((redirect) => ({ redirect }))

test.each([
  ['starting', 'wait', 'wait', 'wait', 'wait', 'wait', 'wait'],
  ['half', factor, factor, factor, factor, 'show', factor],
  ['nobody', 'show', 'show', login, login, login, login],
  ['loading', 'wait', 'wait', 'wait', 'wait', 'wait', 'wait'],
  [
    'unreadable',
    'profile-failed',
    'show',
    'profile-failed',
    'profile-failed',
    'profile-failed',
    'profile-failed',
  ],
  ['recovering', reset, 'show', reset, reset, reset, reset],
  ['incomplete', complete, 'show', 'show', complete, complete, complete],
  // Their work does not wait for a profile that only a fan needs.
  ['newcomer', office, 'show', 'show', complete, office, 'show'],
  ['user', home, 'show', home, 'show', home, home],
  ['unsecured', security, 'show', security, 'show', security, security],
  ['admin', office, 'show', office, 'show', office, 'show'],
])('%s: public %j, recovery %j, incomplete %j, user %j, second factor %j, admin %j', (name, ...verdicts) => {
  const state = states[name] as SessionState
  const routes = ['public', 'recovery', 'incomplete', 'user', 'second-factor', 'admin'] as const
  expect(routes.map((access) => decide(access, state, true))).toEqual(verdicts)
})

test('where the back office asks for no second factor, an administrator without one is let in', () => {
  expect(decide('admin', administrator, false)).toBe('show')
  expect(decide('public', administrator, false)).toEqual(office)
})
