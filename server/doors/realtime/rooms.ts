/**
 * Topics on which clients talk to each other: who is there, who hears what, and who is said to be present. A private
 * topic and a public one of the same name are two rooms. A room exists while somebody is in it.
 */
import { randomBytes } from 'node:crypto'
import { frameSaid, type Said } from './broadcast-frame.ts'
import { REALTIME_BUDGET } from './budget.ts'
import type { Version } from './frames.ts'

export type Member = {
  version: Version
  hearsItself: boolean
  /** What row policies let it hear. */
  hears: { broadcast: boolean; presence: boolean }
  /** Bytes of a whole message, shared with others. */
  say: (message: Buffer) => void
  push: (event: string, payload: Record<string, unknown>) => void
}
type Meta = Record<string, unknown> & { phx_ref: string }
type Presence = { key: string; meta: Meta }
/** By key, as clients keep it. */
type Presences = Record<string, { metas: Meta[] }>
type Room = { members: Set<Member>; presences: Map<Member, Presence> }

export type Rooms = {
  join: (topic: string, isPrivate: boolean, member: Member) => void
  /** Takes the member's presence along. */
  leave: (topic: string, isPrivate: boolean, member: Member) => void
  /** `from` is null when it comes from no member. */
  broadcast: (topic: string, isPrivate: boolean, from: Member | null, said: Said) => void
  /** False when too many are present already. */
  track: (topic: string, isPrivate: boolean, member: Member, key: string, meta: object) => boolean
  untrack: (topic: string, isPrivate: boolean, member: Member) => void
  state: (topic: string, isPrivate: boolean) => Presences
  /** How many there are, for tests. */
  size: () => number
}

export function createRooms(): Rooms {
  const rooms = new Map<string, Room>()
  const nameOf = (topic: string, isPrivate: boolean) => `${isPrivate ? 'private' : 'public'} ${topic}`
  const find = (topic: string, isPrivate: boolean) => rooms.get(nameOf(topic, isPrivate))

  function tellPresence(room: Room, joins: Presence[], leaves: Presence[]): void {
    const diff = { joins: grouped(joins), leaves: grouped(leaves) }
    for (const member of room.members) if (member.hears.presence) member.push('presence_diff', diff)
  }

  function untrack(topic: string, isPrivate: boolean, member: Member): void {
    const room = find(topic, isPrivate)
    const gone = room?.presences.get(member)
    if (!room || !gone) return
    room.presences.delete(member)
    tellPresence(room, [], [gone])
  }

  return {
    join(topic, isPrivate, member) {
      const room = find(topic, isPrivate) ?? { members: new Set(), presences: new Map() }
      room.members.add(member)
      rooms.set(nameOf(topic, isPrivate), room)
    },
    leave(topic, isPrivate, member) {
      const room = find(topic, isPrivate)
      room?.members.delete(member)
      untrack(topic, isPrivate, member)
      if (room?.members.size === 0) rooms.delete(nameOf(topic, isPrivate))
    },
    broadcast(topic, isPrivate, from, said) {
      const messages = new Map<Version, Buffer | null>()
      for (const member of find(topic, isPrivate)?.members ?? []) {
        if (!member.hears.broadcast || (member === from && !member.hearsItself)) continue
        const { version } = member
        const message = messages.has(version) ? messages.get(version) : frameSaid(version, topic, said)
        messages.set(version, message ?? null)
        if (message) member.say(message)
      }
    },
    track(topic, isPrivate, member, key, meta) {
      const room = find(topic, isPrivate)
      const before = room?.presences.get(member)
      if (!room || (!before && room.presences.size >= REALTIME_BUDGET.presences.limit)) return false
      const presence = { key, meta: { ...meta, phx_ref: randomBytes(9).toString('base64url') } }
      room.presences.set(member, presence)
      // Not in one message with the new one: clients would keep both.
      if (before) tellPresence(room, [], [before])
      tellPresence(room, [presence], [])
      return true
    },
    untrack,
    state: (topic, isPrivate) => grouped([...(find(topic, isPrivate)?.presences.values() ?? [])]),
    size: () => rooms.size,
  }
}

function grouped(presences: Presence[]): Presences {
  const groups = Map.groupBy(presences, ({ key }) => key)
  return Object.fromEntries([...groups].map(([key, some]) => [key, { metas: some.map(({ meta }) => meta) }]))
}
