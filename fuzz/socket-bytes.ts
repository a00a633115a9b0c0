/** Frames of a websocket, byte by byte, as no client makes them. */
import fc, { type Arbitrary } from 'fast-check'
import type { Ending, Sent } from './input.ts'

const JOIN = JSON.stringify([
  '1',
  '1',
  'realtime:public:projects',
  'phx_join',
  { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'projects' }] } },
])
const CONTENTS = [
  '',
  'hello',
  JOIN,
  JOIN.slice(0, 40),
  '\u00ff\u00fe\u00fd',
  '\u0003\u00e7',
  '\u0003\u00e8\u00ff',
  '\u0000',
  // A message of the second serializer: kind, lengths, topic, event.
  '\u0003\u0001\u0001\u0005\u0001\u0000\u0001112345a{}',
  '\u0003\u00ff\u00ff\u00ff\u00ff\u00ff\u0001',
  '\u0000\u0001\u0001\u0005\u0001112345a',
  '['.repeat(30_000),
  'x'.repeat(130_000),
]

type Frame = {
  first: number
  content: string
  isMasked: boolean
  /** What it says its length is, where it does not say the truth. */
  claimed: number | null
}

function bytesOf({ first, content, isMasked, claimed }: Frame): string {
  const length = claimed ?? content.length
  const head = [first]
  const masked = isMasked ? 0x80 : 0
  if (length < 126) head.push(masked | length)
  else if (length < 65_536) head.push(masked | 126, length >> 8, length & 255)
  else {
    const eight = Buffer.alloc(8)
    eight.writeBigUInt64BE(BigInt(length))
    head.push(masked | 127, ...eight)
  }
  // A mask of noughts leaves the content as it is.
  if (isMasked) head.push(0, 0, 0, 0)
  return Buffer.from(head).toString('latin1') + content
}

/** `caller` stands for the headers of whoever sends it. */
export function socketBytes(caller: string): Arbitrary<Sent> {
  const frame = fc
    .record({
      // Final text, final binary, parts, what follows a part, controls, and bits that mean nothing.
      first: fc.constantFrom(
        0x81,
        0x81,
        0x81,
        0x82,
        0x01,
        0x02,
        0x80,
        0x00,
        0x88,
        0x89,
        0x8a,
        0x09,
        0x83,
        0x8f,
        0xc1,
        0xf1,
      ),
      content: fc.constantFrom(...CONTENTS),
      isMasked: fc.oneof(
        { weight: 9, arbitrary: fc.constant(true) },
        { weight: 1, arbitrary: fc.constant(false) },
      ),
      claimed: fc.oneof(
        { weight: 8, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom(0, 1, 125, 126, 70_000, 2 ** 31, Number.MAX_SAFE_INTEGER) },
      ),
    })
    .map(bytesOf)
  return fc
    .record({
      version: fc.constantFrom('1.0.0', '2.0.0', '3', ''),
      frames: fc.array(frame, { maxLength: 12 }),
      key: fc.constantFrom('dGhlIHNhbXBsZSBub25jZQ==', 'dGhlIHNhbXBsZSBub25jZQ==', 'x', ''),
      protocol: fc.constantFrom(
        '',
        'Sec-WebSocket-Protocol: a, a\r\n',
        'Sec-WebSocket-Extensions: permessage-deflate; x\r\n',
      ),
      ending: fc.constantFrom<Ending>('finish', 'reset'),
    })
    .map(({ version, frames, key, protocol, ending }) => {
      const path = `/realtime/v1/websocket?vsn=${version}`
      const head = `GET ${path} HTTP/1.1\r\nHost: tune.test\r\n${caller}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n${protocol}\r\n`
      return { path, ending, body: head + frames.join('') }
    })
}
