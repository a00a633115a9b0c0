/** Texts as the bytes of one websocket message each. */
import { Sender } from 'ws'
import { encodeFrame } from './frames.ts'

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

/**
 * A broadcast, the same for every socket. It does not say who joined when (`join_ref` is null, as clients accept for
 * broadcasts), so it can be shared.
 */
export function frameBroadcast(topic: string, event: string, payload: unknown): Buffer {
  const body = { type: 'broadcast', event, payload }
  return frameText(encodeFrame({ joinRef: null, ref: null, topic, event: 'broadcast', payload: body }))
}

export function frameText(text: string): Buffer {
  const options = { fin: true, opcode: TEXT, mask: false, readOnly: true, rsv1: false }
  return Buffer.concat(Sender.frame(Buffer.from(text), options))
}
