import { expect, test } from 'vitest'
import {
  initialSession,
  type Profile,
  type SessionEvent,
  type SessionState,
  type SessionUser,
  sessionReducer,
} from './reducer.ts'

const ana: SessionUser = {
  id: 'ana',
  email: 'ana@tune.local',
  provider: 'email',
  fullName: null,
  photoUrl: null,
  owesSecondFactor: false,
  usedSecondFactor: false,
}
const bia: SessionUser = { ...ana, id: 'bia', email: 'bia@tune.local' }
const profileOf = (user: SessionUser): Profile => ({
  uid: user.id,
  email: user.email,
  tel: null,
  nickname: user.id,
  full_name: null,
  document: null,
  wallet: null,
  role: 'user',
  provider: 'email',
  photo_url: null,
  first_access: true,
  is_active: true,
  is_complete_profile: false,
  created_at: '2026-11-21T09:00:00Z',
  language: 'pt',
  terms_version: null,
})
const signIn = (user: SessionUser, recovery = false): SessionEvent => ({ type: 'auth', user, recovery })
const signOut: SessionEvent = { type: 'auth', user: null, recovery: false }
const loaded = (user: SessionUser): SessionEvent => ({ type: 'profile-loaded', profile: profileOf(user) })

function play(...events: SessionEvent[]): SessionState {
  return events.reduce(sessionReducer, initialSession)
}

test('nobody here', () => {
  expect(play(signOut)).toEqual({ phase: 'signed-out' })
})

test('signing in loads the profile, then lets in', () => {
  expect(play(signIn(ana))).toMatchObject({ phase: 'loading-profile', user: ana })
  expect(play(signIn(ana), loaded(ana))).toMatchObject({ phase: 'signed-in', profile: { nickname: 'ana' } })
})

test('a repeated SIGNED_IN of the same person keeps the profile', () => {
  expect(play(signIn(ana), loaded(ana), signIn(ana))).toMatchObject({ phase: 'signed-in' })
})

test('another person starts over, and the answer for the first one is ignored', () => {
  const state = play(signIn(ana), signIn(bia), loaded(ana))
  expect(state).toMatchObject({ phase: 'loading-profile', user: bia })
  expect(sessionReducer(state, { type: 'profile-failed', uid: 'ana' })).toBe(state)
})

test('a failed lookup can be tried again', () => {
  const failed = play(signIn(ana), { type: 'profile-failed', uid: 'ana' })
  expect(failed).toMatchObject({ phase: 'profile-failed' })
  expect(sessionReducer(failed, { type: 'profile-retried' })).toMatchObject({ phase: 'loading-profile' })
})

test('recovery stays until sign-out', () => {
  const recovering = play(signIn(ana), signIn(ana, true), loaded(ana), signIn(ana))
  expect(recovering).toMatchObject({ phase: 'signed-in', recovering: true })
  expect(sessionReducer(sessionReducer(recovering, signOut), signIn(ana))).toMatchObject({
    recovering: false,
  })
})

test('changes to the profile apply only while signed in', () => {
  const change: SessionEvent = { type: 'profile-changed', changes: { first_access: false } }
  expect(play(signIn(ana), loaded(ana), change)).toMatchObject({ profile: { first_access: false } })
  expect(play(signOut, change)).toEqual({ phase: 'signed-out' })
})

test('a profile that arrives after sign-out lets nobody in', () => {
  expect(play(signIn(ana), signOut, loaded(ana))).toEqual({ phase: 'signed-out' })
})

test('a session that owes the second factor loads nothing until it has paid', () => {
  const half = { ...ana, owesSecondFactor: true }
  const waiting = sessionReducer(initialSession, { type: 'auth', user: half, recovery: true })
  expect(waiting).toEqual({ phase: 'second-factor', user: half, recovering: true })
  expect(sessionReducer(waiting, { type: 'profile-loaded', profile: profileOf(ana) }).phase).toBe(
    'second-factor',
  )
  const whole = sessionReducer(waiting, { type: 'auth', user: ana, recovery: false })
  expect(whole).toEqual({ phase: 'loading-profile', user: ana, recovering: true })
})
