import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import type { TokenWire } from '#server/product/access/contract.ts'
import { ApiError } from '../../lib/api.ts'
import { playLeaseQuery } from '../../lib/play-lease.ts'
import { playingDevice } from '../../lib/playing-device.ts'
import { keys } from '../../lib/query.ts'
import { wasPlayed } from '../../lib/token-state.ts'
import { play } from './api.ts'
import { CancelPurchaseModal } from './cancel-purchase-modal.tsx'
import { ConfirmModal } from './confirm-modal.tsx'
import { PlayerPanel, type Playing } from './player-panel.tsx'
import { TakeoverModal } from './takeover-modal.tsx'
import { TokenList } from './token-list.tsx'

/** The fan's tokens, the question before the first play, and the player. */
export function TokenShelf() {
  const { t } = useTranslation('access')
  const cache = useQueryClient()
  const [confirming, setConfirming] = useState<TokenWire | null>(null)
  const [cancelling, setCancelling] = useState<TokenWire | null>(null)
  const [playing, setPlaying] = useState<Playing | null>(null)
  const [elsewhere, setElsewhere] = useState<TokenWire | null>(null)
  const [opening, setOpening] = useState<string | null>(null)

  async function start(token: TokenWire, takeOver = false) {
    const first = !wasPlayed(token)
    setOpening(token.uid)
    try {
      const { videoUrl, willExpireAt } = await play(token, takeOver)
      cache.setQueryData(playLeaseQuery(token.uid).queryKey, playingDevice())
      setConfirming(null)
      setElsewhere(null)
      setPlaying({ token, videoUrl, willExpireAt })
      if (first) toast.success(t('play.success'))
    } catch (fault) {
      if (fault instanceof ApiError && fault.code === 'playing_elsewhere') {
        setConfirming(null)
        setElsewhere(token)
      } else toast.error(t('play.failed'))
    } finally {
      setOpening(null)
      // Also after a failure: the list then shows the token's new state.
      void cache.invalidateQueries({ queryKey: keys.tokens })
    }
  }

  return (
    <section aria-labelledby="tokens-title" className="mt-14">
      <TokenList
        opening={opening}
        onChoose={(token) => (wasPlayed(token) ? void start(token) : setConfirming(token))}
        onCancelPurchase={setCancelling}
      />
      <ConfirmModal
        token={confirming}
        busy={opening !== null}
        onConfirm={(token) => void start(token)}
        onClose={() => setConfirming(null)}
      />
      <CancelPurchaseModal token={cancelling} onClose={() => setCancelling(null)} />
      <TakeoverModal
        token={elsewhere}
        busy={opening !== null}
        onConfirm={(token) => void start(token, true)}
        onClose={() => setElsewhere(null)}
      />
      <PlayerPanel
        playing={playing}
        onTakeBack={(token) => void start(token, true)}
        onClose={() => setPlaying(null)}
      />
    </section>
  )
}
