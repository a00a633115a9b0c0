/**
 * The session's state: a pure function of the auth client's events and of loading the profile row. The provider
 * only forwards those events (specification, section 4, "Authentication events").
 */

/** The part of the auth user that the product uses. */
export type SessionUser = {
  id: string
  email: string
  /** `email`, `google`, `facebook` or `apple`. */
  provider: string
  fullName: string | null
  photoUrl: string | null
  /** Enrolled in a second factor that this session has not used yet. */
  owesSecondFactor: boolean
  /** This session has used a second factor. */
  usedSecondFactor: boolean
}

/** The caller's own row of `users`. */
export type Profile = {
  uid: string
  email: string
  tel: string | null
  nickname: string | null
  full_name: string | null
  document: string | null
  wallet: string | null
  role: string
  provider: string
  photo_url: string | null
  first_access: boolean
  is_active: boolean
  is_complete_profile: boolean
  created_at: string
  language: string
  terms_version: string | null
}

export type SessionState =
  | { phase: 'starting' }
  | { phase: 'signed-out' }
  | { phase: 'second-factor'; user: SessionUser; recovering: boolean }
  | { phase: 'loading-profile'; user: SessionUser; recovering: boolean }
  | { phase: 'profile-failed'; user: SessionUser; recovering: boolean }
  | { phase: 'signed-in'; user: SessionUser; recovering: boolean; profile: Profile }

export type SessionEvent =
  /** `recovery` marks the event PASSWORD_RECOVERY; any other event of the auth client carries just its user. */
  | { type: 'auth'; user: SessionUser | null; recovery: boolean }
  | { type: 'profile-loaded'; profile: Profile }
  | { type: 'profile-failed'; uid: string }
  | { type: 'profile-changed'; changes: Partial<Profile> }
  | { type: 'profile-retried' }

export const initialSession: SessionState = { phase: 'starting' }

export function sessionReducer(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'auth': {
      if (!event.user) return { phase: 'signed-out' }
      const same = 'user' in state && state.user.id === event.user.id
      const recovering = event.recovery || (same && state.recovering)
      if (event.user.owesSecondFactor) return { phase: 'second-factor', user: event.user, recovering }
      // The auth client repeats SIGNED_IN whenever the tab becomes visible: the profile is already here.
      if (same && state.phase !== 'second-factor') return { ...state, user: event.user, recovering }
      return { phase: 'loading-profile', user: event.user, recovering }
    }
    case 'profile-loaded': {
      // A late answer for a person who has since signed out.
      if (!('user' in state) || state.user.id !== event.profile.uid) return state
      if (state.phase === 'second-factor') return state
      return { phase: 'signed-in', user: state.user, recovering: state.recovering, profile: event.profile }
    }
    case 'profile-failed': {
      if (state.phase !== 'loading-profile' || state.user.id !== event.uid) return state
      return { ...state, phase: 'profile-failed' }
    }
    case 'profile-changed':
      if (state.phase !== 'signed-in') return state
      return { ...state, profile: { ...state.profile, ...event.changes } }
    case 'profile-retried':
      if (state.phase !== 'profile-failed') return state
      return { ...state, phase: 'loading-profile' }
  }
}
