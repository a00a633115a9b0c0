/** What a typed text names exactly: a person, a payment or a record, besides being part of a name. */
import { normalisePixKey, PIX_KEY_TYPES } from './pix-key.ts'

type Range = { first: string; last: string }

export type Identifiers = {
  /** Eleven digits. */
  cpf: string | null
  /** `+55` and eleven digits. */
  phone: string | null
  /** The first and the last address, in lower case, that begins with the text; null where it is too little of one. */
  wallets: Range | null
  uid: string | null
  /** The first and the last uid that begin with the text; null where it is too little of one. */
  uids: Range | null
  /** Of a transaction on the chain, in lower case. */
  hash: string | null
  /** Of a payment, refund or dispute at its provider, or the Banco Central's name of a PIX. */
  providerId: string | null
  /** The text as a PIX key of each type that it may be of. */
  pixKeys: string[]
}

/** As much as screens show of a wallet's address, or all of it. */
const WALLET = /^0x[0-9a-f]{4,40}$/i
const WALLET_LENGTH = 42
const UID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const HASH = /^0x[0-9a-f]{64}$/i
const PROVIDER_ID = /^[A-Za-z0-9_]{8,80}$/

export function identifiersIn(typed: string): Identifiers {
  const text = typed.trim()
  const keys = PIX_KEY_TYPES.flatMap((type) => normalisePixKey(type, text) ?? [])
  return {
    cpf: normalisePixKey('cpf', text),
    phone: normalisePixKey('phone', text),
    wallets: WALLET.test(text) ? walletsFrom(text.toLowerCase()) : null,
    uid: UID.test(text) ? text.toLowerCase() : null,
    uids: uidsFrom(text.toLowerCase()),
    hash: HASH.test(text) ? text.toLowerCase() : null,
    providerId: PROVIDER_ID.test(text) ? text : null,
    pixKeys: [...new Set(keys)],
  }
}

const walletsFrom = (text: string): Range => ({
  first: text.padEnd(WALLET_LENGTH, '0'),
  last: text.padEnd(WALLET_LENGTH, 'f'),
})

/** At least the first eight digits, as far as the text goes: what people read to one another over the telephone. */
function uidsFrom(text: string): Range | null {
  const shape = '00000000-0000-0000-0000-000000000000'
  if (text.length < 8 || !UID.test(text + shape.slice(text.length))) return null
  return {
    first: text + shape.slice(text.length),
    last: text + shape.replaceAll('0', 'f').slice(text.length),
  }
}
