/** Phoenix frames in protocol 2.0.0: arrays of join_ref, ref, topic, event and payload. */
import * as v from 'valibot'
import { isStorable } from '../../platform/db/storable.ts'

/** The protocol that the official clients speak; the older 1.0.0 is refused. */
export const PROTOCOL = '2.0.0'

export type SocketFrame = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
}

const ref = v.nullish(v.string(), null)
const frame = v.tuple([ref, ref, v.string(), v.string(), v.optional(v.record(v.string(), v.unknown()), {})])

/** Null for anything that is not a frame, or holds names that cannot be used in a query. */
export function decodeFrame(text: string): SocketFrame | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = v.safeParse(frame, isStorable(json) ? json : null)
  if (!parsed.success) return null
  const [joinRef, reference, topic, event, payload] = parsed.output
  return { joinRef, ref: reference, topic, event, payload }
}

export function encodeFrame({ joinRef, ref: reference, topic, event, payload }: SocketFrame): string {
  return JSON.stringify([joinRef, reference, topic, event, payload])
}
