import { infiniteQueryOptions } from '@tanstack/react-query'
import type {
  Answer,
  Page,
  PlayBody,
  PlayLeaseBody,
  PlayWire,
  RegretBody,
  RegretWire,
  TokenWire,
} from '#domain/wire/api.ts'
import { api } from '../../lib/api.ts'
import { serverNow } from '../../lib/clock.ts'
import { playingDevice } from '../../lib/playing-device.ts'
import { keys } from '../../lib/query.ts'
import { tokenState } from './token-state.ts'

const PAGE_SIZE = 60
/** While an ended token waits for its settlement the list is asked again, in case the live line is down. */
const SETTLING_MS = 5_000

/** The fan's own tokens, newest first, page by page. */
export const tokensQuery = infiniteQueryOptions({
  queryKey: keys.tokens,
  queryFn: ({ pageParam, signal }) => {
    const after = pageParam === null ? '' : `&after=${encodeURIComponent(pageParam)}`
    return api<Page<TokenWire>>(`/user-projects?limit=${PAGE_SIZE}${after}`, { signal })
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
  refetchInterval: (query) => {
    const tokens = query.state.data?.pages.flatMap((page) => page.data) ?? []
    const now = serverNow()
    return tokens.some((token) => tokenState(token, now) === 'settling') ? SETTLING_MS : false
  },
})

/**
 * Presses play. The first time it opens the token's window; while that is open it answers a newly signed
 * address and changes nothing. While another device plays, only `takeOver` is let in. Throws ApiError.
 */
export async function play(token: TokenWire, takeOver: boolean): Promise<PlayWire> {
  const body: PlayBody = { UID: token.uid, device: playingDevice(), takeOver }
  return (await api<Answer<PlayWire>>('/play', { body })).data
}

/** Says that this device still plays. Throws ApiError, `playing_elsewhere` once another has taken over. */
export async function renew(tokenUid: string): Promise<void> {
  const body: PlayLeaseBody = { UID: tokenUid, device: playingDevice() }
  await api<Answer<null>>('/play/renew', { body })
}

/** Says that this device has stopped. Throws ApiError. */
export async function release(tokenUid: string): Promise<void> {
  const body: PlayLeaseBody = { UID: tokenUid, device: playingDevice() }
  await api<Answer<null>>('/play/release', { body })
}

/** Undoes the purchase of a token that was never played. Asking again answers the same. Throws ApiError. */
export async function regret(token: TokenWire): Promise<RegretWire> {
  const body: RegretBody = { UID: token.uid }
  return (await api<Answer<RegretWire>>('/regret', { body })).data
}
