/** The fields of the project form and their validation. Errors are keys below `create` of the texts. */

import { MAX_CENTAVOS } from '#domain/money.ts'
import { clipStartSeconds } from '#domain/mp3.ts'
import { parseLrc } from '#domain/timed-lyrics.ts'
import { saoPauloInstant } from '../../../lib/format.ts'

export type ProjectValues = {
  projectAuthor: string
  projectName: string
  projectDescription: string
  /** Centavos. */
  projectPrice: number | null
  thumbnail: File | null
  videoId: string
  /** The file from which the public clip is cut; null where none is chosen. */
  song: File | null
  /** The clip's first second, as typed. */
  clipStart: string
  /** The clip that the project has is to go. */
  clipGone: boolean
  lyrics: string
  /** An LRC file's text; empty for lyrics without times. */
  timedLyrics: string
  symbol: string
  authorWallet: string
  /** Hours as typed, with a decimal comma or point. */
  validPeriod: string
  totalSupply: string
  /** `yyyy-MM-ddTHH:mm`, in São Paulo wherever the computer is. */
  endDate: string
  /** The same; empty where the lot opens with its publication. */
  opensAt: string
}

export const EMPTY_PROJECT: ProjectValues = {
  projectAuthor: '',
  projectName: '',
  projectDescription: '',
  projectPrice: null,
  thumbnail: null,
  videoId: '',
  song: null,
  clipStart: '0',
  clipGone: false,
  lyrics: '',
  timedLyrics: '',
  symbol: '',
  authorWallet: '',
  validPeriod: '',
  totalSupply: '',
  endDate: '',
  opensAt: '',
}

export const NAME_MAX = 120
export const DESCRIPTION_MAX = 5000
export const LYRICS_MAX = 40_000
/** A call's body has room for both. */
export const TIMED_LYRICS_MAX = 15_000
const MIN_PRICE = 100
const MAX_SUPPLY = 100_000
const YEAR_HOURS = 8760
/** Names are encoded in the contract, with one byte for their length. */
const NAME_MAX_BYTES = 255

/** Whole seconds; null for anything but a number of hours greater than zero and up to a year. */
export function periodSeconds(hours: string): number | null {
  if (!/^\d{1,4}(?:[.,]\d{1,4})?$/.test(hours.trim())) return null
  const seconds = Math.round(Number(hours.trim().replace(',', '.')) * 3600)
  return seconds >= 1 && seconds <= YEAR_HOURS * 3600 ? seconds : null
}

/** `yyyy-MM-dd HH:mm:ss` in UTC. */
export function wireMoment(moment: string): string {
  return new Date(saoPauloInstant(moment)).toISOString().slice(0, 19).replace('T', ' ')
}

export const faults = {
  name: (text: string) => (new TextEncoder().encode(text.trim()).length > NAME_MAX_BYTES ? 'tooLong' : null),
  price: (centavos: number) => (centavos < MIN_PRICE || centavos > MAX_CENTAVOS ? 'priceRange' : null),
  videoId: (id: string) => (/^[A-Za-z0-9_-]{1,80}$/.test(id.trim()) ? null : 'videoIdInvalid'),
  symbol: (symbol: string) => (/^[A-Z0-9]{2,11}$/.test(symbol) ? null : 'symbolInvalid'),
  wallet: (address: string) => (/^0x[0-9a-fA-F]{40}$/.test(address.trim()) ? null : 'walletInvalid'),
  period: (hours: string) => (periodSeconds(hours) === null ? 'validPeriodInvalid' : null),
  supply: (units: string) =>
    /^[1-9]\d{0,5}$/.test(units.trim()) && Number(units) <= MAX_SUPPLY ? null : 'totalSupplyInvalid',
  timedLyrics: (text: string) => (text.trim() === '' || parseLrc(text) ? null : 'timedLyricsInvalid'),
  clipStart: (text: string) => (clipStartSeconds(text) === null ? 'clipStartInvalid' : null),
  opensAt: (moment: string, { now, endDate }: { now: number; endDate: string }) => {
    if (moment === '') return null
    if (saoPauloInstant(moment) <= now) return 'endDatePast'
    return saoPauloInstant(moment) >= saoPauloInstant(endDate) ? 'opensAtLate' : null
  },
  endDate: (moment: string, now: number) => (saoPauloInstant(moment) > now ? null : 'endDatePast'),
} as const
