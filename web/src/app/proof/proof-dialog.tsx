import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { loadTexts } from '../../lib/i18n.ts'
import { loadAgain } from '../../lib/load-again.ts'
import { onProofDue } from '../../lib/proof.ts'
import { later } from '../../ui/when-opened.tsx'

const ProofModal = later(async () => (await import('./proof-modal.tsx')).ProofModal)

type Answer = (isProven: boolean) => void

/** Asks for a proof that the account is one's own, over whatever screen or dialog needs it. */
export function ProofDialog() {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { pathname } = useLocation()

  useEffect(
    () =>
      onProofDue(async () => {
        await loadAgain(() => loadTexts('people-security', 'sign-in'))
        return new Promise((resolve) => setAnswer(() => resolve))
      }),
    [],
  )

  function end(isProven: boolean) {
    answer?.(isProven)
    setAnswer(null)
  }

  // Whoever leaves the screen no longer wants what it was about to do.
  const leave = useEffectEvent((_from: string) => end(false))
  useEffect(() => () => leave(pathname), [pathname])

  return (
    <Suspense fallback={null}>
      {answer && <ProofModal onProven={() => end(true)} onClose={() => end(false)} />}
    </Suspense>
  )
}
