/** The auth client's events: who is in, who has left, and who has been put out. */
import { type RefObject, startTransition, useCallback, useEffect, useRef, useState } from 'react'
import toast from 'react-hot-toast'
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
import { tellWhatTheLinkSaid } from './landing.ts'
import { isRecovery, noteRecovery } from './recovery.ts'
import type { SessionEvent, SessionUser } from './reducer.ts'
import { sessionUser } from './session-user.ts'

type Dispatch = (action: SessionEvent) => void

/** Follows the auth client. Answers why it could not be loaded, where somebody is in and cannot do without it. */
export function useAuthEvents(
  user: SessionUser | null,
  isStarting: boolean,
  isLeaving: RefObject<boolean>,
  dispatch: Dispatch,
): Error | null {
  const [failure, setFailure] = useState<Error | null>(null)
  /** Whether somebody is in, as last drawn, for those who hear of changes outside of drawing; at first, whether they were. */
  const isIn = useRef(storedSession() !== null)
  useEffect(() => {
    if (!isStarting) isIn.current = user !== null
  }, [isStarting, user])

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
            // Without an answer nobody knows whether it is still valid: the session is kept, and can be tried again.
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
  }, [dispatch, isLeaving])
  return failure
}

/** The two ways out: by the person, and after the server has ended the session. */
export function useLeaving(dispatch: Dispatch, isLeaving: RefObject<boolean>) {
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
  }, [dispatch, isLeaving])

  const leave = useCallback(() => {
    forgetSession()
    dispatch({ type: 'auth', user: null, recovery: false })
  }, [dispatch])
  return { signOut, leave }
}

/** It was ended elsewhere, or its time is over: the guards lead to the way in, and this says why. */
async function tellSessionEnded(): Promise<void> {
  await loadTexts('sign-in')
  toast.error(i18n.t('sign-in:login.ended'), { id: 'shut-out' })
}

/**
 * Nobody who only looks at the form needs the client; it is there before anything has been typed. A session that lasts is
 * renewed once the first view is drawn.
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
