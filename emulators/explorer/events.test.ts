import { encodeAbiParameters, encodeEventTopics, type Hex, parseAbi, toHex } from 'viem'
import { expect, test } from 'vitest'
import { readEvent } from './events.ts'

const EDITION = '0x00000000000000000000000000000000000000e1'
const FAN = '0x00000000000000000000000000000000000000fa'
const REF = '0x0123456789abcdef0123456789abcdef'
const REF_UID = '01234567-89ab-cdef-0123-456789abcdef'

test('a sale says what was paid in reais, and for which row', () => {
  const abi = parseAbi([
    'event Sold(address indexed edition, uint256 indexed unit, address indexed buyer, uint256 centavos, bytes16 ref)',
  ])
  const topics = encodeEventTopics({
    abi,
    eventName: 'Sold',
    args: { edition: EDITION, unit: 3n, buyer: FAN },
  })
  const data = encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes16' }], [123_405n, REF])
  const { name, fields } = readEvent({ topics: topics as Hex[], data })
  expect(name).toBe('Sold')
  expect(Object.fromEntries(fields.map(({ name, text }) => [name, text]))).toMatchObject({
    unit: '3',
    centavos: 'R$ 1234,05',
    ref: REF_UID,
  })
  expect(fields.filter(({ address }) => address).map(({ name }) => name)).toEqual(['edition', 'buyer'])
})

test('the end of access is a date', () => {
  const abi = parseAbi(['event UpdateUser(uint256 indexed tokenId, address indexed user, uint64 expires)'])
  const topics = encodeEventTopics({ abi, eventName: 'UpdateUser', args: { tokenId: 1n, user: FAN } })
  const data = encodeAbiParameters([{ type: 'uint64' }], [1_795_253_400n])
  expect(readEvent({ topics: topics as Hex[], data }).fields.at(-1)?.text).toBe('2026-11-21 09:30:00 UTC')
})

test('the two Transfers are told apart by their topics', () => {
  const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed id)'])
  const topics = encodeEventTopics({ abi, args: { from: EDITION, to: FAN, id: 7n } }) as Hex[]
  expect(readEvent({ topics, data: '0x' }).fields.at(-1)).toEqual({ name: 'tokenId', text: '7' })
  const data = encodeAbiParameters([{ type: 'uint256' }], [2500n])
  expect(readEvent({ topics: topics.slice(0, 3), data }).fields.at(-1)).toEqual({
    name: 'value',
    text: '2500',
  })
})

test('an event that nobody described is shown as it stands', () => {
  const topic = toHex(9n, { size: 32 })
  expect(readEvent({ topics: [topic, topic], data: '0xbeef' })).toEqual({
    name: 'Unknown event 0x00000000',
    fields: [
      { name: 'topic 1', text: topic },
      { name: 'data', text: '0xbeef' },
    ],
  })
  expect(readEvent({ topics: [], data: '0x' })).toEqual({ name: 'Unnamed event', fields: [] })
})
