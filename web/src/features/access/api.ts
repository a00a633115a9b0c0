import type {
  Answer,
  PlayBody,
  PlayLeaseBody,
  PlayWire,
  RegretBody,
  RegretWire,
  TokenWire,
} from '#domain/wire/api.ts'
import { api } from '../../lib/api.ts'
import { playingDevice } from '../../lib/playing-device.ts'

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
export async function cancelPurchase(token: TokenWire): Promise<RegretWire> {
  const body: RegretBody = { UID: token.uid }
  return (await api<Answer<RegretWire>>('/regret', { body })).data
}
