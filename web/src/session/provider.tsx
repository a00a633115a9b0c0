import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react'
import { claimDrafts } from '../lib/draft.ts'
import { mayBeSignedIn, validSession } from '../lib/supabase.ts'
import { useAuthEvents, useLeaving } from './auth-events.ts'
import { earlyProfile, forgetEarlyProfile } from './early-profile.ts'
import { rememberFan } from './last-fan.ts'
import { type ProfileChanges, updateProfile } from './profile.ts'
import { isRecovery } from './recovery.ts'
import {
  initialSession,
  type Profile,
  type SessionState,
  type SessionUser,
  sessionReducer,
} from './reducer.ts'
import { sessionUser } from './session-user.ts'
import { useAccountLanguage } from './use-account-language.ts'
import { useIncompleteProfile, useProfileLoading } from './use-profile-loading.ts'

export type SessionActions = {
  signOut(): Promise<void>
  /** Leaves a session that the server has ended itself. */
  leave(): void
  /** Writes to the profile row, then shows the change everywhere. Throws with the database's message. */
  changeProfile(changes: ProfileChanges): Promise<void>
  /** Merges what the server itself wrote to the profile. */
  mergeProfile(changes: Partial<Profile>): void
  retryProfile(): void
}

const Session = createContext<(SessionActions & { state: SessionState }) | null>(null)

/** Passes the auth client's events to the reducer, and loads the profile when the reducer asks for it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(sessionReducer, initialSession, initialState)
  const user = 'user' in state ? state.user : null
  const signedIn = state.phase === 'signed-in' ? state.user : null
  const isLeaving = useRef(false)
  const { signOut, turnOut, leave } = useLeaving(dispatch, isLeaving)
  const failure = useAuthEvents(user, state.phase === 'starting', isLeaving, dispatch)
  useProfileLoading(state.phase === 'loading-profile' ? state.user : null, turnOut, dispatch)
  useIncompleteProfile(signedIn, dispatch)
  useAccountLanguage(state)
  useEffect(forgetEarlyProfile, [])

  const letIn = signedIn?.id
  useEffect(() => {
    if (!letIn) return
    rememberFan(letIn)
    claimDrafts(letIn)
  }, [letIn])

  const mergeProfile = useCallback((changes: Partial<Profile>) => {
    dispatch({ type: 'profile-changed', changes })
  }, [])
  const retryProfile = useCallback(() => {
    // After a failed refresh the client does not retry for a minute; a reloaded page does.
    if (validSession()) dispatch({ type: 'profile-retried' })
    else location.reload()
  }, [])
  const uid = user?.id
  const changeProfile = useCallback(
    async (changes: ProfileChanges) => {
      if (!uid) throw new Error('changeProfile was called while nobody is signed in')
      await updateProfile(uid, changes)
      dispatch({ type: 'profile-changed', changes })
    },
    [uid],
  )

  const value = useMemo(
    () => ({ state, signOut, leave, changeProfile, mergeProfile, retryProfile }),
    [state, signOut, leave, changeProfile, mergeProfile, retryProfile],
  )
  if (failure) throw failure
  return <Session value={value}>{children}</Session>
}

export function useSession(): SessionActions & { state: SessionState } {
  const session = useContext(Session)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

/** The person signed in. Only screens behind the guards may call it, so anyone else is a programming error. */
export function useSignedIn(): SessionActions & { user: SessionUser; profile: Profile } {
  const { state, ...actions } = useSession()
  if (state.phase !== 'signed-in') throw new Error('useSignedIn was called outside a guarded route')
  return { ...actions, user: state.user, profile: state.profile }
}

/** The state known without the client: nobody is signed in, or who is. */
function initialState(initial: SessionState): SessionState {
  const kept = validSession()
  if (mayBeSignedIn() && !kept) return initial
  const recovery = kept !== null && isRecovery(kept.access_token)
  const user = kept && sessionUser(kept)
  const state = sessionReducer(initial, { type: 'auth', user, recovery })
  const profile = user && earlyProfile(user.id)
  // For an inactive account the profile is loaded again below, which says so and signs out.
  return profile?.is_active ? sessionReducer(state, { type: 'profile-loaded', profile }) : state
}
