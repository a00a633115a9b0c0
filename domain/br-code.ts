/**
 * BR Code, the text behind a PIX QR code: EMV fields of identifier, length and value, closed by a checksum (Banco
 * Central, "Manual de Padrões para Iniciação do Pix"; EMV QRCPS-MPM).
 */

const MOST_LENGTH = 99
const MOST_NAME = 25
const MOST_CITY = 15

/**
 * The code of one charge, which lies at `location` (an address without scheme, as the API Pix gives it). Null without a
 * location, or with one that no code has room for.
 */
export function chargeCode(
  location: string | undefined,
  receiver: { name: string; city: string },
): string | null {
  if (!location) return null
  const account = field('00', 'br.gov.bcb.pix') + field('25', location)
  if (account.length > MOST_LENGTH) return null
  const open = [
    field('00', '01'),
    // A charge is paid once.
    field('01', '12'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', plain(receiver.name).slice(0, MOST_NAME)),
    field('60', plain(receiver.city).slice(0, MOST_CITY)),
    // The charge itself names its txid and its amount.
    field('62', field('05', '***')),
    '6304',
  ].join('')
  return open + checksum(open)
}

const field = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value

/** Banks show names without accents. */
const plain = (text: string) => text.normalize('NFD').replace(/[^\x20-\x7e]/g, '')

/** CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF) as four upper-case hexadecimal digits. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
