/** What the server sends to one websocket. */

import type { BoundedWriter } from './bounded-writer.ts'
import { frameText } from './broadcast-frame.ts'
import { encodeFrame, type SocketFrame } from './frames.ts'

/** The address of an unsolicited message: a topic as it was joined. */
type Address = { topic: string; joinRef: string | null }

export type FrameWriter = {
  /** `payload` is called when it can be written; returns false while a reader is behind. */
  push: (to: Address, event: string, payload: () => Record<string, unknown>) => boolean
  reply: (to: SocketFrame, status: 'ok' | 'error', response: Record<string, unknown>) => void
  /** Reports the state of an extension to its channel. */
  system: (to: Address, status: 'ok' | 'error', extension: string, message: string) => void
  closed: (to: Address) => void
}

export function createFrameWriter(writer: BoundedWriter): FrameWriter {
  const bytes = (frame: SocketFrame) => frameText(encodeFrame(frame))
  const send = (frame: SocketFrame): void => void writer.write(bytes(frame))

  return {
    push: ({ topic, joinRef }, event, payload) =>
      writer.write(() => bytes({ joinRef, ref: null, topic, event, payload: payload() })),
    reply: (to, status, response) => send({ ...to, event: 'phx_reply', payload: { status, response } }),
    system({ topic, joinRef }, status, extension, message) {
      const channel = topic.replace(/^realtime:/, '')
      send({ joinRef, ref: null, topic, event: 'system', payload: { extension, status, message, channel } })
    },
    closed: ({ topic, joinRef }) => send({ joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} }),
  }
}
