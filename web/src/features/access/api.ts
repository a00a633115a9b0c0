import type { PlayWire, TokenWire } from '#server/product/access/contract.ts'
import type { CancelledPurchaseWire } from '#server/product/refunds/wire.ts'
import { api } from '../../lib/api.ts'
import { playingDevice } from '../../lib/playing-device.ts'

/**
 * Presses play. The first time it opens the token's window; while that is open it answers a newly signed URL
 * and changes nothing. While another device plays, it is refused unless `takeOver` is set. Throws ApiError.
 */
export async function play(token: TokenWire, takeOver: boolean): Promise<PlayWire> {
  const body = { UID: token.uid, device: playingDevice(), takeOver }
  return (await api('POST /play', { body })).data
}

/** Reports that this device is still playing. Throws ApiError, `playing_elsewhere` once another has taken over. */
export async function renew(tokenUid: string): Promise<void> {
  const body = { UID: tokenUid, device: playingDevice() }
  await api('POST /play/renew', { body })
}

/** Reports that this device has stopped. Throws ApiError. */
export async function release(tokenUid: string): Promise<void> {
  const body = { UID: tokenUid, device: playingDevice() }
  await api('POST /play/release', { body })
}

/** Cancels the purchase of a token that was never played. Repeating it gets the same answer. Throws ApiError. */
export async function cancelPurchase(token: TokenWire): Promise<CancelledPurchaseWire> {
  const body = { UID: token.uid }
  return (await api('POST /regret', { body })).data
}
