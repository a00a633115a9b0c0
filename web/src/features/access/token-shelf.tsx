import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { TokenWire } from '#server/product/access/contract.ts'
import { serverNow } from '../../lib/clock.ts'
import { tokenState } from '../../lib/token-state.ts'
import { tokensQuery } from '../../lib/tokens.ts'
import { CancelPurchaseModal } from './cancel-purchase-modal.tsx'
import { useListening } from './listening-context.ts'
import { TokenList } from './token-list.tsx'

/** The fan's tokens; the questions before the first play and the player are above the screens (`listening.tsx`). */
export function TokenShelf() {
  const { opening, choose } = useListening()
  const [cancelling, setCancelling] = useState<TokenWire | null>(null)
  useAskedToPlay(choose)
  return (
    <section aria-labelledby="tokens-title">
      <TokenList opening={opening} onChoose={choose} onCancelPurchase={setCancelling} />
      <CancelPurchaseModal token={cancelling} onClose={() => setCancelling(null)} />
    </section>
  )
}

/** Whoever comes with `?play={project}`, as from an accepted gift, is asked about its first play at once, and once. */
function useAskedToPlay(choose: (token: TokenWire) => void): void {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('play')
  const { data } = useInfiniteQuery(tokensQuery)
  const token = data?.pages
    .flatMap((page) => page.data)
    .find((one) => one.project.uid === asked && tokenState(one, serverNow()) === 'locked')
  const ask = useEffectEvent((found: TokenWire) => {
    setSearch({}, { replace: true })
    choose(found)
  })
  useEffect(() => {
    if (token) ask(token)
  }, [token])
}
