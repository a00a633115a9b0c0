import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import toast from 'react-hot-toast'
import { whenProfileIsIncomplete } from '../lib/api.ts'
import { firstViewOrLate } from '../lib/first-view.ts'
import { i18n, loadTexts } from '../lib/i18n.ts'
import { forgetPush } from '../lib/push-device.ts'
import {
  auth,
  clientIsAsked,
  forgetSession,
  keptSession,
  mayBeSignedIn,
  storedSession,
  whenSessionEnds,
} from '../lib/supabase.ts'
import { tellInactive } from '../ui/inactive-account.tsx'
import { earlyProfile, forgetEarlyProfile, profileOf } from './early-profile.ts'
import { tellWhatTheLinkSaid } from './landing.ts'
import { noteFan } from './last-fan.ts'
import { loadProfile, type ProfileChanges, updateProfile } from './profile.ts'
import { isRecovery, noteRecovery } from './recovery.ts'
import {
  initialSession,
  type Profile,
  type SessionState,
  type SessionUser,
  sessionReducer,
} from './reducer.ts'
import { sessionUser } from './session-user.ts'

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
  const letIn = state.phase === 'signed-in' ? state.user.id : null
  const [failure, setFailure] = useState<Error | null>(null)
  /** Whether somebody is in, as last drawn, for those who hear of changes outside of drawing; at first, whether they were. */
  const isIn = useRef(storedSession() !== null)
  const isLeaving = useRef(false)
  useEffect(() => {
    if (state.phase !== 'starting') isIn.current = user !== null
  }, [state.phase, user])

  useEffect(() => whenSessionEnds(() => void tellSessionEnded()), [])

  useEffect(() => {
    let ended = false
    let unsubscribe = () => {}
    whenClientIsNeeded()
      .then(auth)
      .then(
        (client) => {
          if (ended) return
          const { data } = client.onAuthStateChange((event, told) => {
            // Nobody answered whether it still lasts: that ends no session, and whoever opens it can ask again.
            const session = told ?? (event === 'INITIAL_SESSION' ? storedSession() : null)
            if (!session && isIn.current && !isLeaving.current) void tellSessionEnded()
            if (event === 'PASSWORD_RECOVERY' && session) noteRecovery(session.access_token)
            const recovery = session !== null && isRecovery(session.access_token)
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
    isLeaving.current = true
    await forgetPush()
    const hasLeft = await auth()
      .then((client) => client.signOut())
      .then(
        ({ error }) => error === null,
        () => false,
      )
    isLeaving.current = false
    // Leaving has to work without the server too: what this browser knows is forgotten in any case.
    if (!hasLeft) forgetSession()
    dispatch({ type: 'auth', user: null, recovery: false })
  }, [])

  const leave = useCallback(() => {
    forgetSession()
    dispatch({ type: 'auth', user: null, recovery: false })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for the same person loads nothing anew.
  useEffect(() => {
    if (!loadingFor) return
    profileOf(loadingFor).then(
      async (profile) => {
        if (profile.is_active) return startTransition(() => dispatch({ type: 'profile-loaded', profile }))
        await signOut()
        await tellInactive()
      },
      () => dispatch({ type: 'profile-failed', uid: loadingFor.id }),
    )
  }, [loadingFor?.id, signOut])

  useEffect(forgetEarlyProfile, [])

  const known = state.phase === 'signed-in' ? state.user : null
  useEffect(() => {
    if (!known) return
    // Read again, and made if there is none: the guards lead on from there.
    whenProfileIsIncomplete(() => {
      loadProfile(known).then(
        (profile) => dispatch({ type: 'profile-loaded', profile }),
        (fault: Error) => toast.error(fault.message, { id: 'profile' }),
      )
    })
    return () => whenProfileIsIncomplete(() => {})
  }, [known])

  useEffect(() => {
    if (letIn) noteFan(letIn)
  }, [letIn])

  const noteProfile = useCallback((changes: Partial<Profile>) => {
    dispatch({ type: 'profile-changed', changes })
  }, [])
  const retryProfile = useCallback(() => {
    // What could not be renewed the client does not ask for again within a minute; a page that begins anew does.
    if (keptSession()) dispatch({ type: 'profile-retried' })
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

/** It was ended elsewhere, or its time is over: the guards lead to the way in, and this says why. */
async function tellSessionEnded(): Promise<void> {
  await loadTexts('sign-in')
  toast.error(i18n.t('sign-in:login.ended'), { id: 'shut-out' })
}

/** What this browser itself knows need not be asked of the client: that nobody is signed in, or who still is. */
function beginning(initial: SessionState): SessionState {
  const kept = keptSession()
  if (mayBeSignedIn() && !kept) return initial
  const recovery = kept !== null && isRecovery(kept.access_token)
  const user = kept && sessionUser(kept)
  const state = sessionReducer(initial, { type: 'auth', user, recovery })
  const profile = user && earlyProfile(user.id)
  // Whoever is no longer active is told so, and sent away, when it is loaded below.
  return profile?.is_active ? sessionReducer(state, { type: 'profile-loaded', profile }) : state
}

/**
 * Nobody who only looks at the form needs the client; it is there before anything has been typed. A session that lasts is
 * looked after once the first view stands.
 */
function whenClientIsNeeded(): Promise<unknown> {
  if (!mayBeSignedIn()) return firstTouch()
  if (!keptSession()) return Promise.resolve()
  return Promise.race([firstViewOrLate(), clientIsAsked])
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
