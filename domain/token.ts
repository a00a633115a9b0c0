/**
 * A $TUNE: one fan's access to one project for a limited time. It has two consecutive windows: after minting there is
 * time to press play, and at the first play the project's own period begins (design, section 4).
 */
import type { Transitions } from './transitions.ts'

/** `solded` (sic) is part of the wire: the unit went to another fan at auction. */
export const TOKEN_STATUSES = ['pending', 'minted', 'expired', 'solded'] as const
export type TokenStatus = (typeof TOKEN_STATUSES)[number]

export const TOKEN_TRANSITIONS: Transitions<TokenStatus> = {
  pending: ['minted', 'expired'],
  minted: ['expired', 'solded'],
  expired: [],
  solded: [],
}

/** none → pending at the first play → played once the chain has recorded it. */
export const SONG_STATUSES = ['none', 'pending', 'played'] as const
export type SongStatus = (typeof SONG_STATUSES)[number]

export const SONG_TRANSITIONS: Transitions<SongStatus> = {
  none: ['pending'],
  pending: ['played'],
  played: [],
}

export function isPlayed(song: SongStatus): boolean {
  return song !== 'none'
}

/**
 * True while the token gives access at the instant `now` (milliseconds since 1970). The end is exclusive: at
 * `willExpireAt` the unit already belongs to the next holder.
 */
export function givesAccess(
  token: { status: TokenStatus; willExpireAt: number | null },
  now: number,
): boolean {
  return token.status === 'minted' && token.willExpireAt !== null && now < token.willExpireAt
}

/** The end of the window that opens when the token is minted, in milliseconds since 1970. */
export function unlockDeadline(mintedAt: number, unlockSeconds: number): number {
  return mintedAt + unlockSeconds * 1000
}

/** The end of the window that opens at the first play, in milliseconds since 1970. */
export function playDeadline(playedAt: number, validPeriodSeconds: number): number {
  return playedAt + validPeriodSeconds * 1000
}
