/**
 * Phoenix frames: objects in protocol 1.0.0, arrays in 2.0.0. In 2.0.0 broadcasts of clients come as bytes: their kind,
 * the lengths of what follows, how the payload is written, and then join_ref, ref, topic, event, metadata and payload.
 */
import * as v from 'valibot'
import { isStorable } from '../../platform/db/storable.ts'

export type Version = '1.0.0' | '2.0.0'
export type Frame = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
}

export function isVersion(text: string): text is Version {
  return text === '1.0.0' || text === '2.0.0'
}

const ref = v.nullish(v.string(), null)
const payload = v.optional(v.record(v.string(), v.unknown()), {})
const object = v.object({ topic: v.string(), event: v.string(), payload, ref, join_ref: ref })
const array = v.tuple([ref, ref, v.string(), v.string(), payload])

/** Null for anything that is not a frame, or holds names that cannot be used in a query. */
export function decodeFrame(version: Version, text: string): Frame | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  if (!isStorable(json)) return null
  if (version === '2.0.0') {
    const frame = v.safeParse(array, json)
    if (!frame.success) return null
    const [joinRef, reference, topic, event, body] = frame.output
    return { joinRef, ref: reference, topic, event, payload: body }
  }
  const frame = v.safeParse(object, json)
  if (!frame.success) return null
  const { join_ref: joinRef, ref: reference, topic, event, payload: body } = frame.output
  return { joinRef, ref: reference, topic, event, payload: body }
}

const PUSHED_BROADCAST = 3
const AS_JSON = 1
const HEAD_BYTES = 7

/** Null for anything but a broadcast. Its payload is what JSON says, or the bytes as they are. */
export function decodeBinary(version: Version, bytes: Buffer): Frame | null {
  if (version !== '2.0.0' || bytes.length < HEAD_BYTES || bytes[0] !== PUSHED_BROADCAST) return null
  let at = HEAD_BYTES
  const take = (length = 0) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  const [joinRef, reference, topic, event] = [...bytes.subarray(1, 5)].map((length) => String(take(length)))
  const meta = parseJson(String(take(bytes[5])) || '{}')
  if (at > bytes.length || !joinRef || !topic || event === undefined) return null
  const rest = bytes.subarray(at)
  const payload = bytes[6] === AS_JSON ? parseJson(String(rest)) : rest
  if (payload === undefined || meta === undefined || !isStorable([topic, event])) return null
  return {
    joinRef,
    ref: reference || null,
    topic,
    event: 'broadcast',
    payload: { type: 'broadcast', event, payload, meta },
  }
}

/** Undefined for what is not JSON, or nests too deep. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isStorable(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function encodeFrame(version: Version, frame: Frame): string {
  const { joinRef, ref: reference, topic, event, payload: body } = frame
  return version === '2.0.0'
    ? JSON.stringify([joinRef, reference, topic, event, body])
    : JSON.stringify({ topic, event, payload: body, ref: reference, join_ref: joinRef })
}
