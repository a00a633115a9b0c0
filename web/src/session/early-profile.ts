/** The profile, loaded before the first render, since nothing of a person's is shown without it. */
import { validSession } from '../lib/supabase.ts'
import { loadProfile } from './profile.ts'
import type { Profile, SessionUser } from './reducer.ts'
import { sessionUser } from './session-user.ts'

let early: { uid: string; answer: Promise<Profile>; profile: Profile | null } | null = null

/** Loads the profile of the stored session's user, if any. Resolves when it has been answered; never rejects. */
export async function loadProfileEarly(): Promise<void> {
  const kept = validSession()
  const user = kept && sessionUser(kept)
  if (!user || user.owesSecondFactor) return
  const request = { uid: user.id, answer: loadProfile(user), profile: null as Profile | null }
  early = request
  // The error is reported by `profileOf`.
  request.profile = await request.answer.catch(() => null)
}

/** The profile, if it has already arrived. */
export function earlyProfile(uid: string): Profile | null {
  return early?.uid === uid ? early.profile : null
}

/** The profile of `user`, including one that is still loading. Throws as `loadProfile` does. */
export function profileOf(user: SessionUser): Promise<Profile> {
  return early?.uid === user.id ? early.answer : loadProfile(user)
}

/** It was for the first view only. */
export function forgetEarlyProfile(): void {
  early = null
}
