/** Nobody is shown anything of theirs before their profile has come, so it is asked for before anything is drawn. */
import { keptSession } from '../lib/supabase.ts'
import { loadProfile } from './profile.ts'
import type { Profile, SessionUser } from './reducer.ts'
import { sessionUser } from './session-user.ts'

let asked: { uid: string; answer: Promise<Profile>; profile: Profile | null } | null = null

/** Asks in the name of whose session this browser keeps, if any. Resolves when it has been answered, and never fails. */
export async function askForProfile(): Promise<void> {
  const kept = keptSession()
  const user = kept && sessionUser(kept)
  if (!user || user.owesSecondFactor) return
  const question = { uid: user.id, answer: loadProfile(user), profile: null as Profile | null }
  asked = question
  // A failure is reported when the profile is asked for.
  question.profile = await question.answer.catch(() => null)
}

/** The profile, if it is here already. */
export function earlyProfile(uid: string): Profile | null {
  return asked?.uid === uid ? asked.profile : null
}

/** The profile of `user`, also when it is still on its way. Throws as `loadProfile` does. */
export function profileOf(user: SessionUser): Promise<Profile> {
  return asked?.uid === user.id ? asked.answer : loadProfile(user)
}

/** It was for the first view. */
export function forgetEarlyProfile(): void {
  asked = null
}
