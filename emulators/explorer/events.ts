/**
 * Decodes contract events. The explorer holds these ABIs itself, as any third-party explorer would: the token
 * standards' (ERC-20, ERC-721, ERC-4907) and those the product publishes.
 */
import { type Abi, decodeEventLog, type Hex, parseAbi } from 'viem'

/** Tried in turn; the two Transfers differ only in whether their last value is indexed. */
const DESCRIPTIONS: readonly Abi[] = [
  parseAbi([
    'event Sold(address indexed edition, uint256 indexed unit, address indexed buyer, uint256 centavos, bytes16 ref)',
    'event Played(address indexed edition, uint256 indexed unit, address indexed fan, uint64 expires, bytes16 ref)',
    'event EditionCreated(bytes16 indexed uid, address edition)',
    'event Refused(uint256 indexed id, bytes reason)',
    'event UpdateUser(uint256 indexed tokenId, address indexed user, uint64 expires)',
    'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  ]),
  parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']),
]

export type Field = { name: string; text: string; address?: Hex }
export type ReadEvent = { name: string; fields: Field[] }

/** The event in words; one that no ABI matches is shown raw. */
export function readEvent(log: { topics: readonly Hex[]; data: Hex }): ReadEvent {
  const topics = log.topics as [Hex, ...Hex[]] | []
  for (const abi of DESCRIPTIONS) {
    const decoded = attempt(() => decodeEventLog({ abi, data: log.data, topics, strict: true }))
    if (decoded?.eventName === undefined) continue
    const { eventName, args } = decoded
    const fields = Object.entries(args ?? {}).map(([name, value]) => field(name, value))
    return { name: eventName, fields }
  }
  const raw = log.topics.slice(1).map((topic, index) => ({ name: `topic ${index + 1}`, text: topic }))
  const data = log.data === '0x' ? [] : [{ name: 'data', text: shortened(log.data) }]
  return {
    name: log.topics[0] ? `Unknown event ${log.topics[0].slice(0, 10)}` : 'Unnamed event',
    fields: [...raw, ...data],
  }
}

/** viem throws where an ABI does not match; that is an answer here. */
function attempt<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}

function field(name: string, value: unknown): Field {
  if (typeof value === 'bigint') return { name, text: numberText(name, value) }
  const text = String(value)
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return { name, text, address: text as Hex }
  // Sixteen bytes are the uid of a row, shown in the usual form of uids.
  const uid = /^0x(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(text)
  return { name, text: uid ? uid.slice(1).join('-') : shortened(text) }
}

function numberText(name: string, value: bigint): string {
  if (name === 'centavos') return `R$ ${value / 100n},${String(value % 100n).padStart(2, '0')}`
  if (name === 'expires') return timeText(value)
  return String(value)
}

/** Unix seconds as a date and a time in UTC. */
export function timeText(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000)
  if (Number.isNaN(date.getTime())) return String(seconds)
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

function shortened(hex: string): string {
  return hex.length <= 74 ? hex : `${hex.slice(0, 66)}… (${(hex.length - 2) / 2} bytes)`
}
