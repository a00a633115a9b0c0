/** Frames for the realtime door: joins of topics of every kind, and what Phoenix does not know. */
import fc from 'fast-check'
import type { Facts } from './facts.ts'
import type { Target } from './input.ts'
import { badValue, badWord } from './values.ts'

const EVENTS = [
  'phx_join',
  'phx_leave',
  'heartbeat',
  'access_token',
  'broadcast',
  'presence',
  'postgres_changes',
  'nothing',
]

const or = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 8, arbitrary: right }, { weight: 1, arbitrary: badValue })

/** A target for each event; a frame is the body of an input, and the path is the socket's. */
export function frameTargets({ tables, uids }: Facts): Target[] {
  const names = Object.keys(tables)
  const columns = [...new Set(Object.values(tables).flat())]
  const topic = fc.oneof(
    fc.constantFrom(
      'phoenix',
      'realtime:public',
      'realtime:a',
      'projects',
      ...names.map((name) => `realtime:public:${name}`),
    ),
    fc.constantFrom(...uids).map((uid) => `market:${uid}`),
    badWord,
  )
  const filter = fc
    .tuple(
      fc.constantFrom(...columns),
      fc.constantFrom('=eq.', '=in.', '=like.', '=x.', '.'),
      fc.oneof(fc.constantFrom(...uids, '(1,2)'), badWord),
    )
    .map((parts) => parts.join(''))
  const binding = fc.record(
    {
      event: or(fc.constantFrom('*', 'INSERT', 'UPDATE', 'DELETE')),
      schema: or(fc.constantFrom('public', 'auth', '*')),
      table: or(fc.constantFrom(...names)),
      filter: or(filter),
    },
    { requiredKeys: [] },
  )
  const config = fc.record(
    {
      postgres_changes: or(fc.array(or(binding), { maxLength: 4 })),
      broadcast: or(fc.record({ ack: fc.boolean(), self: fc.boolean() })),
      presence: or(fc.record({ key: badWord })),
      private: or(fc.boolean()),
    },
    { requiredKeys: [] },
  )
  const payload = fc.record(
    {
      config: or(config),
      access_token: or(fc.constant('a.b.c')),
      event: or(fc.constant('a')),
      type: or(fc.constant('broadcast')),
      payload: badValue,
    },
    { requiredKeys: [] },
  )
  return EVENTS.map((event) => {
    const ref = or(fc.constantFrom('1', '2', null))
    const list = fc
      .tuple(ref, ref, or(topic), or(fc.constant(event)), or(payload))
      .map((frame) => JSON.stringify(frame))
    const object = fc
      .record({ topic: or(topic), event: or(fc.constant(event)), payload: or(payload), ref })
      .map((frame) => JSON.stringify(frame))
    return {
      door: 'realtime',
      name: event,
      method: 'GET',
      sent: fc
        .tuple(fc.oneof(list, object), fc.constantFrom('2.0.0', '2.0.0', '1.0.0', 'x'))
        .map(([body, version]) => ({ path: `/realtime/v1/websocket?vsn=${version}`, body })),
    }
  })
}
