/** Texts as the bytes of one websocket message each. */
import { Sender } from 'ws'
import { encodeFrame, type Version } from './frames.ts'

// Exported by the library and documented in its source, but missing from its types.
declare module 'ws' {
  export const Sender: {
    frame: (
      data: Buffer,
      options: { fin: boolean; opcode: number; mask: boolean; readOnly: boolean; rsv1: boolean },
    ) => Buffer[]
  }
}

const TEXT = 1
const BINARY = 2
/** The kind of a message from the server that carries a broadcast, and how its payload is written. */
const USER_BROADCAST = 4
const BYTES = 0

/** What a client says to others; bytes only reach clients of protocol 2.0.0. */
export type Said = { event: string; payload: unknown }

/** Null where the protocol version cannot say it. */
export function frameSaid(version: Version, topic: string, { event, payload }: Said): Buffer | null {
  if (!Buffer.isBuffer(payload)) return frameBroadcast(version, topic, event, payload)
  if (version === '1.0.0') return null
  const [name, word] = [Buffer.from(topic), Buffer.from(event)]
  // Their lengths are said in a byte each.
  if (name.length > 255 || word.length > 255) return null
  const head = Buffer.from([USER_BROADCAST, name.length, word.length, 0, BYTES])
  return frame(Buffer.concat([head, name, word, payload]), BINARY)
}

/**
 * A broadcast, the same for every socket of a protocol version. It does not say who joined when (`join_ref` is null,
 * as clients accept for broadcasts), so it can be shared.
 */
export function frameBroadcast(version: Version, topic: string, event: string, payload: unknown): Buffer {
  const body = { type: 'broadcast', event, payload }
  return frameText(
    encodeFrame(version, { joinRef: null, ref: null, topic, event: 'broadcast', payload: body }),
  )
}

export function frameText(text: string): Buffer {
  return frame(Buffer.from(text), TEXT)
}

function frame(message: Buffer, opcode: number): Buffer {
  return Buffer.concat(Sender.frame(message, { fin: true, opcode, mask: false, readOnly: true, rsv1: false }))
}
