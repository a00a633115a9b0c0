/** The auth client's events: signing in, signing out, and sessions ended by the server. */
import { type RefObject, startTransition, useCallback, useEffect, useRef, useState } from 'react'
import toast from 'react-hot-toast'
import { inBrowser, inTab } from '../lib/browser-storage.ts'
import { endedAsInactive } from '../lib/fetch-for-auth.ts'
import { firstViewOrLate } from '../lib/first-view.ts'
import { i18n, loadTexts } from '../lib/i18n.ts'
import { loadAgain } from '../lib/load-again.ts'
import { forgetPush } from '../lib/push-device.ts'
import { rememberCutShort } from '../lib/return-path.ts'
import { SHUT_OUT } from '../lib/shut-out.ts'
import { endSocialVisit } from '../lib/social.ts'
import {
  auth,
  clientRequested,
  forgetSession,
  mayBeSignedIn,
  onSessionEnd,
  storageKey,
  storedSession,
  validSession,
} from '../lib/supabase.ts'
import { showInactiveAccount } from '../ui/inactive-account.tsx'
import { claimsOf } from './claims.ts'
import { showLinkOutcome } from './landing.ts'
import { isRecovery, opensForNewPassword, RECOVERY_KEY, rememberRecovery } from './recovery.ts'
import type { SessionEvent, SessionUser } from './reducer.ts'
import { endReplaced } from './replaced.ts'
import { sessionUser } from './session-user.ts'

/** In the browser's storage: which session its owner has left last, for its other tabs. */
const LEFT_KEY = 'tune-left'

type Dispatch = (action: SessionEvent) => void

/** Follows the auth client. Returns the error with which it failed to load, if somebody is signed in and needs it. */
export function useAuthEvents(
  user: SessionUser | null,
  isStarting: boolean,
  isLeaving: RefObject<boolean>,
  dispatch: Dispatch,
): Error | null {
  const [failure, setFailure] = useState<Error | null>(null)
  const { isIn, fan, session: own } = useWhoIsIn(user, isStarting)

  useEffect(() => onSessionEnd(() => void showSessionEnded(own.current)), [own])

  // The client's own word to other tabs is lost on a tab whose client is not there yet, and comes before it is known
  // what the session is for.
  useEffect(() => {
    const read = ({ key }: StorageEvent) => {
      if (key === LEFT_KEY) inTab.clear()
      const session = key === storageKey() || key === RECOVERY_KEY ? storedSession() : null
      if (!session) return
      const recovery = isRecovery(session.access_token)
      startTransition(() => dispatch({ type: 'auth', user: sessionUser(session), recovery }))
    }
    addEventListener('storage', read)
    return () => removeEventListener('storage', read)
  }, [dispatch])

  useEffect(() => {
    let ended = false
    let unsubscribe = () => {}
    // Before anybody can press a provider's button: that is often what the client is first loaded for.
    const cameFrom = endSocialVisit()
    const before = storedSession()
    clientNeeded()
      .then(() => loadAgain(auth))
      .then(
        (client) => {
          if (ended) return
          const { data } = client.onAuthStateChange((event, newSession) => {
            // Without an answer it is unknown whether the session is still valid: it is kept, and can be
            // retried.
            const session = newSession ?? (event === 'INITIAL_SESSION' ? storedSession() : null)
            if (!session && isIn.current && !isLeaving.current)
              void showSessionEnded(own.current, fan.current)
            // The client says so too of whoever is in already, and comes back to this tab.
            if (event === 'SIGNED_IN' && !isIn.current) toast.dismiss(SHUT_OUT)
            if (session && !isIn.current) isLeaving.current = false
            if (session && (event === 'PASSWORD_RECOVERY' || opensForNewPassword(session.access_token)))
              rememberRecovery(session.access_token)
            const recovery = session !== null && isRecovery(session.access_token)
            // A transition renders the next screen in short steps, between which the browser can respond to
            // input.
            startTransition(() =>
              dispatch({ type: 'auth', user: session ? sessionUser(session) : null, recovery }),
            )
          })
          unsubscribe = () => data.subscription.unsubscribe()
          void showLinkOutcome(client, cameFrom).then(() => endReplaced(before))
        },
        // A visitor without a session can still read the form, and submitting it tries again; whoever is shown a
        // screen already keeps it.
        (fault: Error) => mayBeSignedIn() && !validSession() && setFailure(fault),
      )
    return () => {
      ended = true
      unsubscribe()
    }
  }, [dispatch, isIn, fan, own, isLeaving])
  return failure
}

/**
 * Whether somebody is signed in as of the last render, for event handlers, who it is or was, and in which session; initially,
 * whether there is a stored session.
 */
function useWhoIsIn(user: SessionUser | null, isStarting: boolean) {
  const isIn = useRef(storedSession() !== null)
  const fan = useRef(user?.id)
  const session = useRef(storedSessionId())
  useEffect(() => {
    if (!isStarting) isIn.current = user !== null
    if (user) fan.current = user.id
    if (user && storedSession()) session.current = storedSessionId()
  }, [isStarting, user])
  return { isIn, fan, session }
}

/** The ways to sign out: by the person, of an account that is inactive, and after the server has ended the session. */
export function useLeaving(dispatch: Dispatch, isLeaving: RefObject<boolean>) {
  const end = useCallback(
    async (how: 'wish' | 'inactive') => {
      isLeaving.current = true
      const left = storedSessionId()
      // Drafts, lists as they were narrowed, what was announced: nobody's to find, in no tab.
      inTab.clear()
      inBrowser.write(LEFT_KEY, leftBy(left, how))
      await forgetPush()
      const hasLeft = await auth()
        // Of this browser alone: other devices are signed out under security, where they are listed.
        .then((client) => client.signOut({ scope: 'local' }))
        .then(
          ({ error }) => error === null,
          () => false,
        )
      isLeaving.current = false
      // The client shows the form before the server has answered: somebody may have signed in again since.
      if (storedSession() && storedSessionId() !== left) return
      // Signing out has to work without the server too: the session is removed from this browser in any case.
      if (!hasLeft) forgetSession()
      dispatch({ type: 'auth', user: null, recovery: false })
    },
    [dispatch, isLeaving],
  )
  const signOut = useCallback(() => end('wish'), [end])
  const turnOut = useCallback(() => end('inactive'), [end])

  const leave = useCallback(() => {
    // Whoever leads somebody out has said why: the end of the session is no news until somebody is in again.
    isLeaving.current = true
    const session = storedSession()
    if (session) rememberCutShort(location.pathname + location.search, session.user.id)
    forgetSession()
    dispatch({ type: 'auth', user: null, recovery: false })
  }, [dispatch, isLeaving])
  return { signOut, turnOut, leave }
}

/** A session keeps its id while its tokens change. */
function storedSessionId(): unknown {
  return claimsOf(storedSession()?.access_token ?? '').session_id
}

/** What `LEFT_KEY` holds of a session that was left in this browser. */
function leftBy(session: unknown, how: 'wish' | 'inactive'): string {
  return `${session}${how === 'wish' ? '' : ` ${how}`}`
}

/**
 * Explains why the guards have redirected to the sign-in screen: the person signed out in another tab, the account was
 * deactivated, or the session ended.
 */
async function showSessionEnded(session: unknown, fan?: string): Promise<void> {
  if (fan) rememberCutShort(location.pathname + location.search, fan)
  if (endedAsInactive()) return showInactiveAccount()
  await loadTexts('sign-in')
  // For whoever was away as it happened: until somebody signs in.
  const shown = { id: SHUT_OUT, duration: Number.POSITIVE_INFINITY }
  if (inBrowser.read(LEFT_KEY) === leftBy(session, 'wish')) toast(i18n.t('sign-in:login.left'), shown)
  else toast.error(i18n.t('sign-in:login.ended'), shown)
}

/**
 * The client is not needed to look at the sign-in form, and is loaded before anything is typed. With a valid
 * session it is loaded after the first view, and keeps the token fresh from then on.
 */
function clientNeeded(): Promise<unknown> {
  if (!mayBeSignedIn()) return firstTouch()
  if (!validSession()) return Promise.resolve()
  return Promise.race([firstViewOrLate(), clientRequested])
}

/** Resolves on the first interaction with the page, or when another tab signs in. */
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
