import { startTransition, useEffect } from 'react'
import toast from 'react-hot-toast'
import { onProfileIncomplete } from '../lib/api.ts'
import { showInactiveAccount } from '../ui/inactive-account.tsx'
import { profileOf } from './early-profile.ts'
import { loadProfile } from './profile.ts'
import type { SessionEvent, SessionUser } from './reducer.ts'

type Dispatch = (action: SessionEvent) => void

/** Loads the profile after a sign-in; an inactive account is told so and signed out. */
export function useProfileLoading(
  loadingFor: SessionUser | null,
  turnOut: () => Promise<void>,
  dispatch: Dispatch,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for the same person must not reload it.
  useEffect(() => {
    if (!loadingFor) return
    profileOf(loadingFor).then(
      async (profile) => {
        if (profile.is_active) return startTransition(() => dispatch({ type: 'profile-loaded', profile }))
        await turnOut()
        await showInactiveAccount()
      },
      () => dispatch({ type: 'profile-failed', uid: loadingFor.id }),
    )
  }, [loadingFor?.id, turnOut])
}

/** Reloads the profile when the server says that it is incomplete; the guards then redirect. */
export function useIncompleteProfile(known: SessionUser | null, dispatch: Dispatch): void {
  useEffect(() => {
    if (!known) return
    // Creates it if there is none.
    onProfileIncomplete(() => {
      loadProfile(known).then(
        (profile) => dispatch({ type: 'profile-loaded', profile }),
        (fault: Error) => toast.error(fault.message, { id: 'profile' }),
      )
    })
    return () => onProfileIncomplete(() => {})
  }, [known, dispatch])
}
