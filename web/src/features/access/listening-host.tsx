import { useInfiniteQuery } from '@tanstack/react-query'
import type { TokenWire } from '#server/product/access/contract.ts'
import { serverNow } from '../../lib/clock.ts'
import { tokenState } from '../../lib/token-state.ts'
import { tokensQuery } from '../../lib/tokens.ts'
import { ConfirmModal } from './confirm-modal.tsx'
import { HourStrip } from './hour-strip.tsx'
import { useListening } from './listening-context.ts'
import { PlayingToken } from './playing-token.tsx'
import { TakeoverModal } from './takeover-modal.tsx'

/** What belongs to listening on every screen: the player, the questions before it, and the strip of a running hour. */
export function ListeningHost() {
  const { playing, opening, confirming, elsewhere, choose, start, decline } = useListening()
  // The screens and realtime read the list again; here it only has to be known.
  const tokens = useInfiniteQuery({ ...tokensQuery, refetchOnMount: false, retryOnMount: false })
  const running = tokens.data?.pages
    .flatMap((page) => page.data)
    .filter((token) => tokenState(token, serverNow()) === 'open')
    .toSorted((one, other) => endOf(one) - endOf(other))[0]
  return (
    <>
      <ConfirmModal
        token={confirming}
        busy={opening !== null}
        onConfirm={(token) => void start(token)}
        onClose={decline}
      />
      <TakeoverModal
        token={elsewhere}
        busy={opening !== null}
        onConfirm={(token) => void start(token, true)}
        onClose={decline}
      />
      {playing ? (
        <PlayingToken key={`${playing.token.uid} ${playing.videoUrl}`} playing={playing} />
      ) : (
        running && <HourStrip token={running} busy={opening !== null} onOpen={() => choose(running)} />
      )}
    </>
  )
}

function endOf({ willExpireAt }: TokenWire): number {
  return Date.parse(willExpireAt ?? '')
}
