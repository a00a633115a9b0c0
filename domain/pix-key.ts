/**
 * PIX keys: the aliases under which Brazilian accounts are paid. Eleven digits can be a CPF and somebody else's mobile
 * number at once, and guessing would pay a stranger: there the owner states the type.
 */
import { maskedEmail, maskedNumber } from './artist.ts'
import { isCnpj } from './cnpj.ts'
import { formatCpf, isCpf } from './cpf.ts'
import { isEmail, normaliseEmail } from './email.ts'
import { formatPhone } from './phone.ts'

export const PIX_KEY_TYPES = ['cpf', 'cnpj', 'phone', 'email', 'random'] as const
export type PixKeyType = (typeof PIX_KEY_TYPES)[number]

/** The longest key in the Banco Central's directory. */
const MAX_LENGTH = 77

const RANDOM = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/
/** The directory has no other characters in addresses. */
const ASCII = /^[\x21-\x7e]+$/
const MOBILE = /^\+55[1-9][1-9]9\d{8}$/

/**
 * The form in which a bank takes the key (digits of a CPF, `+5511987654321`, an address or a random key in lower
 * case), or null when `text` is not a key of this type. The database repeats the forms in `redeem_balance`.
 */
export function normalisePixKey(type: PixKeyType, text: string): string | null {
  const key = NORMAL[type](text.trim())
  return key !== null && key.length <= MAX_LENGTH ? key : null
}

/** The types that `text` can be a key of: one, none, or CPF and phone. */
export function fittingPixKeyTypes(text: string): PixKeyType[] {
  return PIX_KEY_TYPES.filter((type) => normalisePixKey(type, text) !== null)
}

/** Figures and what people write between them. */
const NUMBER = /^[\d\s.()+/-]*$/
const NUMBERS: readonly (PixKeyType | null)[] = ['cpf', 'cnpj', 'phone']

/**
 * What kind of key `text` is: the one that fits, or `chosen` by its owner where several do, or none yet. A number that was
 * said to be of one kind is never taken for another: a slip in a CPF would be somebody's phone.
 */
export function pixKeyTypeOf(text: string, chosen: PixKeyType | null): PixKeyType | null {
  if (NUMBERS.includes(chosen) && NUMBER.test(text)) return chosen
  const fitting = fittingPixKeyTypes(text)
  return fitting.length > 1 ? null : (fitting[0] ?? chosen)
}

const NORMAL: Record<PixKeyType, (text: string) => string | null> = {
  cpf(text) {
    const digits = text.replace(/[.\s-]/g, '')
    return /^\d{11}$/.test(digits) && isCpf(digits) ? digits : null
  },
  cnpj(text) {
    const key = text.replace(/[./\s-]/g, '').toUpperCase()
    return isCnpj(key) ? key : null
  },
  phone(text) {
    const number = text.replace(/[()\s-]/g, '')
    // Brazilian mobile numbers have eleven digits; a missing country code means Brazil.
    const key = /^\d{11}$/.test(number) ? `+55${number}` : number.replace(/^55(?=\d{11}$)/, '+55')
    return MOBILE.test(key) ? key : null
  },
  email(text) {
    return isEmail(text) && ASCII.test(text) ? normaliseEmail(text) : null
  },
  random(text) {
    return RANDOM.exec(text.toLowerCase())?.slice(1).join('-') ?? null
  },
}

/** A key for whoever compares it with what its owner says, and need not know all of it. */
export const maskedPixKey = (type: PixKeyType, key: string): string =>
  type === 'email' ? maskedEmail(key) : maskedNumber(key)

/** A normalised key in display form: `52998224725` → `529.982.247-25`. One that is masked stays as it is. */
export function formatPixKey(type: PixKeyType, key: string): string {
  if (key.includes('•')) return key
  switch (type) {
    case 'cpf':
      return formatCpf(key)
    case 'cnpj':
      return key.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
    case 'phone':
      return formatPhone(key)
    case 'email':
    case 'random':
      return key
  }
}
