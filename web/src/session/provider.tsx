import { isAuthImplicitGrantRedirectError, type User } from '@supabase/auth-js'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useReducer } from 'react'
import toast from 'react-hot-toast'
import { i18n } from '../lib/i18n.ts'
import { auth, forgetSession } from '../lib/supabase.ts'
import { loadProfile, type ProfileChanges, updateProfile } from './profile.ts'
import {
  initialSession,
  type Profile,
  type SessionState,
  type SessionUser,
  sessionReducer,
} from './reducer.ts'

export type SessionActions = {
  signOut(): Promise<void>
  /** Writes to the profile row, then shows the change everywhere. Throws with the database's message. */
  changeProfile(changes: ProfileChanges): Promise<void>
  /** Takes over what the server itself wrote to the profile. */
  noteProfile(changes: Partial<Profile>): void
  retryProfile(): void
}

const Session = createContext<(SessionActions & { state: SessionState }) | null>(null)

/** Carries the auth client's events into the reducer, and loads the profile when the reducer asks for it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(sessionReducer, initialSession)
  const user = 'user' in state ? state.user : null
  const loadingFor = state.phase === 'loading-profile' ? state.user : null

  useEffect(() => {
    const { data } = auth().onAuthStateChange((event, session) => {
      const recovery = event === 'PASSWORD_RECOVERY'
      dispatch({ type: 'auth', user: session ? sessionUser(session.user) : null, recovery })
    })
    void tellDeadLink()
    return () => data.subscription.unsubscribe()
  }, [])

  const signOut = useCallback(async () => {
    const { error } = await auth().signOut()
    // Leaving has to work without the server too: what this browser knows is forgotten in any case.
    if (error) forgetSession()
    dispatch({ type: 'auth', user: null, recovery: false })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for the same person loads nothing anew.
  useEffect(() => {
    if (!loadingFor) return
    loadProfile(loadingFor).then(
      async (profile) => {
        if (profile.is_active) return dispatch({ type: 'profile-loaded', profile })
        await signOut()
        await i18n.loadNamespaces('auth')
        toast.error(i18n.t('auth:login.inactive'))
      },
      () => dispatch({ type: 'profile-failed', uid: loadingFor.id }),
    )
  }, [loadingFor?.id, signOut])

  const noteProfile = useCallback((changes: Partial<Profile>) => {
    dispatch({ type: 'profile-changed', changes })
  }, [])
  const retryProfile = useCallback(() => dispatch({ type: 'profile-retried' }), [])
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
    () => ({ state, signOut, changeProfile, noteProfile, retryProfile }),
    [state, signOut, changeProfile, noteProfile, retryProfile],
  )
  return <Session value={value}>{children}</Session>
}

export function useSession(): SessionActions & { state: SessionState } {
  const session = useContext(Session)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

/** The signed-in person. Only screens behind the guards may ask, so anyone else is a programming error. */
export function useSignedIn(): SessionActions & { user: SessionUser; profile: Profile } {
  const { state, ...actions } = useSession()
  if (state.phase !== 'signed-in') throw new Error('useSignedIn was called outside a guarded route')
  return { ...actions, user: state.user, profile: state.profile }
}

function sessionUser(user: User): SessionUser {
  const { full_name: fullName, avatar_url: photoUrl } = user.user_metadata
  return {
    id: user.id,
    email: user.email ?? '',
    provider: user.app_metadata.provider ?? 'email',
    fullName: typeof fullName === 'string' ? fullName : null,
    photoUrl: typeof photoUrl === 'string' ? photoUrl : null,
  }
}

/** A mail link that was too old or already used comes back with an error in the address: it is told once. */
async function tellDeadLink(): Promise<void> {
  const { error } = await auth().initialize()
  if (!error || !isAuthImplicitGrantRedirectError(error)) return
  history.replaceState(null, '', location.pathname)
  await i18n.loadNamespaces('auth')
  toast.error(i18n.t('auth:reset.invalidToken'), { id: 'dead-link' })
}
