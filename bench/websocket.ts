/** The part of the websocket protocol that a watcher needs: the upgrade, one masked frame to send, frames to read. */
import { randomBytes } from 'node:crypto'

const TEXT = 0x81
const PING = 0x89
const PONG = 0x8a
const CLOSE = 0x88
const MASKED = 0x80
const IN_TWO_BYTES = 126
const IN_EIGHT_BYTES = 127

export function upgradeRequest(path: string): Buffer {
  return Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: tune\r\nupgrade: websocket\r\nconnection: Upgrade\r\n` +
      `sec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
}

/** A text of at most 65,535 bytes, masked with zeros: clients must mask, and there is nothing to hide here. */
export function clientFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  if (length > 0xffff) throw new Error(`no frame for ${length} bytes`)
  const size = length < IN_TWO_BYTES ? [MASKED | length] : [MASKED | IN_TWO_BYTES, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([TEXT, ...size, 0, 0, 0, 0]), Buffer.from(text)])
}

/** The reply that `frame`, whose content begins at `content`, asks for: to a ping, and to a farewell. */
export function replyOf(frame: Buffer, content: number): Buffer | null {
  if (frame[0] !== PING && frame[0] !== CLOSE) return null
  const said = frame.subarray(content)
  return Buffer.concat([
    Buffer.from([frame[0] === PING ? PONG : CLOSE, MASKED | said.length, 0, 0, 0, 0]),
    said,
  ])
}

/** The content and end of the frame that begins at `from`; null while its header is incomplete. */
export function frameBounds(bytes: Buffer, from: number): { content: number; end: number } | null {
  if (bytes.length < from + 2) return null
  const short = (bytes[from + 1] as number) & 0x7f
  const content = from + (short === IN_EIGHT_BYTES ? 10 : short === IN_TWO_BYTES ? 4 : 2)
  if (bytes.length < content) return null
  if (short === IN_TWO_BYTES) return { content, end: content + bytes.readUInt16BE(from + 2) }
  if (short === IN_EIGHT_BYTES) return { content, end: content + Number(bytes.readBigUInt64BE(from + 2)) }
  return { content, end: content + short }
}
