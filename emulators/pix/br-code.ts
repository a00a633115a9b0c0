/**
 * BR Code, the text behind a PIX QR code: EMV fields of identifier, length and value, closed by a checksum (Banco
 * Central, "Manual de Padrões para Iniciação do Pix"; EMV QRCPS-MPM).
 */

export type BrCode = {
  /** Where the charge is described, without scheme: the code is then for one charge, and paid once. */
  location?: string
  /** Or the receiver's key alone: then anybody may pay anything, any number of times. */
  chave?: string
  /** Reais with two decimals, such as `"21.19"`; left out, the payer chooses. */
  valor?: string
  name: string
  city: string
  txid?: string
}

const MOST_NAME = 25
const MOST_CITY = 15

/** The whole code. Throws when a value is longer than its two digits of length can say. */
export function brCode(facts: BrCode): string {
  const account = facts.location ? field('25', facts.location) : field('01', facts.chave ?? '')
  const open = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + account),
    field('52', '0000'),
    field('53', '986'),
    facts.valor ? field('54', facts.valor) : '',
    field('58', 'BR'),
    field('59', plain(facts.name).slice(0, MOST_NAME)),
    field('60', plain(facts.city).slice(0, MOST_CITY)),
    field('62', field('05', facts.txid ?? '***')),
    '6304',
  ].join('')
  return open + crc16(open)
}

/** CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF) as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** The outermost fields of a code, by identifier. Throws when a length or the checksum is wrong. */
export function readBrCode(code: string): Map<string, string> {
  if (crc16(code.slice(0, -4)) !== code.slice(-4)) throw new Error('The checksum is wrong.')
  return readFields(code)
}

/** The fields inside a field, by identifier. */
export function readFields(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4))
    const value = text.slice(at + 4, at + 4 + length)
    if (!Number.isInteger(length) || value.length !== length) throw new Error(`A field at ${at} is cut off.`)
    fields.set(text.slice(at, at + 2), value)
    at += 4 + length
  }
  return fields
}

function field(id: string, value: string): string {
  if (value.length > 99) throw new Error(`Field ${id} is longer than 99 characters.`)
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

/** Banks show names without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/[^\x20-\x7e]/g, '')
}
