import type { Session as AuthSession } from '@supabase/auth-js'
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useState,
} from 'react'
import toast from 'react-hot-toast'
import { firstView } from '../lib/first-view.ts'
import { i18n } from '../lib/i18n.ts'
import { forgetPush } from '../lib/push-device.ts'
import { auth, forgetSession, keptSession, mayBeSignedIn } from '../lib/supabase.ts'
import { tellWhatTheLinkSaid } from './landing.ts'
import { noteFan } from './last-fan.ts'
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
  /** Leaves a session that the server has ended itself. */
  leave(): void
  /** Writes to the profile row, then shows the change everywhere. Throws with the database's message. */
  changeProfile(changes: ProfileChanges): Promise<void>
  /** Takes over what the server itself wrote to the profile. */
  noteProfile(changes: Partial<Profile>): void
  retryProfile(): void
}

const Session = createContext<(SessionActions & { state: SessionState }) | null>(null)

/** Carries the auth client's events into the reducer, and loads the profile when the reducer asks for it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(sessionReducer, initialSession, beginning)
  const user = 'user' in state ? state.user : null
  const loadingFor = state.phase === 'loading-profile' ? state.user : null

  const [failure, setFailure] = useState<Error | null>(null)

  useEffect(() => {
    let ended = false
    let unsubscribe = () => {}
    whenClientIsNeeded()
      .then(auth)
      .then(
        (client) => {
          if (ended) return
          const { data } = client.onAuthStateChange((event, session) => {
            const recovery = event === 'PASSWORD_RECOVERY'
            // As a transition the next screen is drawn in short steps, between which the browser answers.
            startTransition(() =>
              dispatch({ type: 'auth', user: session ? sessionUser(session) : null, recovery }),
            )
          })
          unsubscribe = () => data.subscription.unsubscribe()
          void tellWhatTheLinkSaid(client)
        },
        // Somebody without a session can still read the form, and sending it tries again.
        (fault: Error) => mayBeSignedIn() && setFailure(fault),
      )
    return () => {
      ended = true
      unsubscribe()
    }
  }, [])

  const signOut = useCallback(async () => {
    await forgetPush()
    const { error } = await (await auth()).signOut()
    // Leaving has to work without the server too: what this browser knows is forgotten in any case.
    if (error) forgetSession()
    dispatch({ type: 'auth', user: null, recovery: false })
  }, [])

  const leave = useCallback(() => {
    forgetSession()
    dispatch({ type: 'auth', user: null, recovery: false })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for the same person loads nothing anew.
  useEffect(() => {
    if (!loadingFor) return
    loadProfile(loadingFor).then(
      async (profile) => {
        if (profile.is_active) {
          noteFan(profile.uid)
          return startTransition(() => dispatch({ type: 'profile-loaded', profile }))
        }
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
    () => ({ state, signOut, leave, changeProfile, noteProfile, retryProfile }),
    [state, signOut, leave, changeProfile, noteProfile, retryProfile],
  )
  if (failure) throw failure
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

function sessionUser({ user, access_token: token }: AuthSession): SessionUser {
  const { full_name: fullName, avatar_url: photoUrl } = user.user_metadata
  const hasFactor = user.factors?.some((factor) => factor.status === 'verified') ?? false
  return {
    id: user.id,
    email: user.email ?? '',
    provider: user.app_metadata.provider ?? 'email',
    fullName: typeof fullName === 'string' ? fullName : null,
    photoUrl: typeof photoUrl === 'string' ? photoUrl : null,
    owesSecondFactor: hasFactor && levelOf(token) !== 'aal2',
  }
}

/** The assurance level in an access token. The server judges by the same word; here it only chooses the screen. */
function levelOf(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(payload)).aal
  } catch {
    return null
  }
}

/** What this browser itself knows need not be asked of the client: that nobody is signed in, or who still is. */
function beginning(initial: SessionState): SessionState {
  const kept = keptSession()
  if (mayBeSignedIn() && !kept) return initial
  return sessionReducer(initial, { type: 'auth', user: kept && sessionUser(kept), recovery: false })
}

/** A session that lasts is looked after once the first view stands, or at the latest after this. */
const LATEST_MS = 4000

/** Nobody who only looks at the form needs the client; it is there before anything has been typed. */
function whenClientIsNeeded(): Promise<unknown> {
  if (!mayBeSignedIn()) return firstTouch()
  if (!keptSession()) return Promise.resolve()
  return Promise.race([firstView, new Promise((resolve) => setTimeout(resolve, LATEST_MS))])
}

/** Resolves when somebody begins to use the page, or signs in in another tab. */
function firstTouch(): Promise<void> {
  const signs = ['pointerdown', 'keydown', 'focusin', 'storage']
  return new Promise((resolve) => {
    const touched = () => {
      for (const sign of signs) removeEventListener(sign, touched)
      resolve()
    }
    for (const sign of signs) addEventListener(sign, touched)
  })
}
