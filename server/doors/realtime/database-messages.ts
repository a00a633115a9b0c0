/** What the database says on a topic (`realtime.send`): a row that was added to `realtime.messages`, read from the log. */
import * as v from 'valibot'
import type { Change } from './change.ts'
import type { TalkOptions } from './talk.ts'

const message = v.object({
  topic: v.string(),
  event: v.pipe(v.string(), v.maxBytes(255)),
  payload: v.nullish(v.unknown(), {}),
  /** As Postgres writes bytes: `\x` and hexadecimal digits. */
  binary_payload: v.nullish(v.pipe(v.string(), v.startsWith('\\x')), null),
  private: v.boolean(),
})

export function isMessage({ schema, table }: Pick<Change, 'schema' | 'table'>): boolean {
  return schema === 'realtime' && table === 'messages'
}

/** Says it to whoever is there now; a row without an event is not a message. */
export function sayMessage({ rooms, offered }: TalkOptions, { record }: Change): void {
  const { success, output } = v.safeParse(message, record)
  if (!success || !offered.broadcast) return
  const { topic, event, binary_payload: bytes, private: isPrivate } = output
  const payload = bytes === null ? output.payload : Buffer.from(bytes.slice(2), 'hex')
  rooms.broadcast(`realtime:${topic}`, isPrivate, null, { event, payload })
}
