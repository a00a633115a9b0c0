/** Phoenix frames: objects in protocol 1.0.0, arrays in 2.0.0. Text only; we take no binary pushes. */
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

export function encodeFrame(version: Version, frame: Frame): string {
  const { joinRef, ref: reference, topic, event, payload: body } = frame
  return version === '2.0.0'
    ? JSON.stringify([joinRef, reference, topic, event, body])
    : JSON.stringify({ topic, event, payload: body, ref: reference, join_ref: joinRef })
}
