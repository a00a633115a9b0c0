/** What the client of one channel says to the others there: broadcasts, and that it is present. */
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { REALTIME_BUDGET } from './budget.ts'
import type { Channel, JoinRequest } from './channel.ts'
import type { Claims } from './claims.ts'
import type { Frame, Version } from './frames.ts'
import type { Outlet } from './outlet.ts'
import { type Permissions, PUBLIC } from './permissions.ts'
import type { Member, Rooms } from './rooms.ts'
import type { Speaker } from './speaker.ts'

/** What clients may do among themselves, where the door lets them. */
type Offered = { broadcast: boolean; presence: boolean; private: boolean }

export type Talk = {
  isPrivate: boolean
  /** Answers a frame, or says why the channel must end. */
  handle: (frame: Frame) => string | null
  /** Row policies say otherwise now. */
  permit: (permissions: Permissions) => void
  leave: () => void
}

/** What all channels of a door share. */
export type TalkOptions = {
  rooms: Rooms
  offered: Offered
  /** What row policies allow on a private topic, which comes without the wire's prefix. */
  permissionsOn: (claims: Claims, topic: string) => Promise<Permissions>
}

type Wiring = Pick<TalkOptions, 'rooms' | 'offered'> & {
  version: Version
  outlet: Outlet
  speaker: Speaker
  /** False when the socket has said too much in this second. */
  maySay: () => boolean
}

const MALFORMED = 'MalformedMessage: the payload is not understood'

const broadcast = v.object({
  event: v.pipe(v.string(), v.maxBytes(255)),
  payload: v.optional(v.unknown(), {}),
  meta: v.fallback(v.object({ persist: v.optional(v.unknown()) }), {}),
})
const presence = v.object({
  event: v.picklist(['track', 'untrack']),
  payload: v.optional(v.record(v.string(), v.unknown()), {}),
})

/** A channel's place in its room. */
type Seat = Pick<Wiring, 'rooms' | 'offered' | 'speaker'> & {
  member: Member
  topic: string
  isPrivate: boolean
  /** Under which its presence is kept. */
  key: string
  acknowledges: boolean
  permissions: Permissions
}

/** Joins the room of a channel. Its present state is told to clients that keep it. */
export function joinRoom(
  { rooms, offered, version, outlet, speaker, maySay }: Wiring,
  channel: Channel,
  { config }: JoinRequest,
  permissions: Permissions,
): Talk {
  const { topic } = channel
  const isPrivate = config?.private ?? false
  const member: Member = {
    version,
    hearsItself: config?.broadcast?.self ?? false,
    hears: {
      broadcast: offered.broadcast && permissions.broadcast.read,
      presence: offered.presence && permissions.presence.read && config?.presence?.enabled !== false,
    },
    say: (message) => void outlet.say(message),
    push: (event, payload) => void speaker.push(channel, event, () => payload),
  }
  const key = config?.presence?.key || randomUUID()
  const acknowledges = config?.broadcast?.ack ?? false
  const seat: Seat = { rooms, offered, speaker, member, topic, isPrivate, key, acknowledges, permissions }
  rooms.join(topic, isPrivate, member)
  if (config?.broadcast?.replication_ready)
    speaker.system(channel, 'ok', 'system', 'Replication connection established')
  if (member.hears.presence) tellState(seat)
  return {
    isPrivate,
    permit(now) {
      seat.permissions = now
      member.hears.broadcast = offered.broadcast && now.broadcast.read
      member.hears.presence &&= now.presence.read
    },
    handle(frame) {
      if (!maySay()) return 'Too many messages per second'
      if (frame.event === 'presence') {
        const refusal = hearPresence(seat, frame)
        speaker.reply(frame, refusal ? 'error' : 'ok', refusal ? { reason: refusal } : {})
      } else hearBroadcast(seat, frame)
      return null
    },
    leave: () => rooms.leave(topic, isPrivate, member),
  }
}

/** Whoever asked for no acknowledgement hears nothing, not even of a refusal. */
function hearBroadcast(seat: Seat, frame: Frame): void {
  const { rooms, speaker, member, topic, isPrivate, acknowledges } = seat
  const said = v.safeParse(broadcast, frame.payload)
  const refusal = said.success ? refuseBroadcast(seat, said.output.meta.persist) : { reason: MALFORMED }
  if (said.success && !refusal) {
    const { event, payload } = said.output
    rooms.broadcast(topic, isPrivate, member, { event, payload })
  }
  if (acknowledges) speaker.reply(frame, refusal ? 'error' : 'ok', refusal ?? {})
}

/** Nothing that is said is kept: whoever asks for it is refused, rather than left to believe it. */
function refuseBroadcast(
  { offered, permissions, isPrivate }: Seat,
  persist: unknown,
): { error: string } | null {
  if (isPrivate && !isPersist(persist)) return { error: REALTIME_BUDGET.persistence.answer }
  const asksToKeep = isPrivate && persist !== undefined && persist !== false && persist !== null
  const isAllowed = offered.broadcast && permissions.broadcast.write && !asksToKeep
  return isAllowed ? null : { error: 'unauthorized' }
}

const ttl = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(REALTIME_BUDGET.persistence.limit))
const persistence = v.nullish(v.union([v.boolean(), v.object({ ttl: v.optional(ttl) })]))

/** Whether a message asks to be kept in a way that means something: not at all, or for so many seconds. */
function isPersist(asked: unknown): boolean {
  return v.is(persistence, asked)
}

/** Null, or why it is refused. */
function hearPresence(seat: Seat, frame: Frame): string | null {
  const { rooms, offered, member, topic, isPrivate, key, permissions } = seat
  const said = v.safeParse(presence, frame.payload)
  if (!said.success) return MALFORMED
  if (!offered.presence || !permissions.presence.write) return unauthorized(topic, 'write')
  const { event, payload } = said.output
  if (event === 'untrack') {
    rooms.untrack(topic, isPrivate, member)
    return null
  }
  if (Buffer.byteLength(JSON.stringify(payload)) > REALTIME_BUDGET.presenceBytes.limit)
    return REALTIME_BUDGET.presenceBytes.answer
  if (!member.hears.presence && permissions.presence.read) {
    // Whoever is present wants to know who else is.
    member.hears.presence = true
    tellState(seat)
  }
  return rooms.track(topic, isPrivate, member, key, payload) ? null : REALTIME_BUDGET.presences.answer
}

function tellState({ rooms, member, topic, isPrivate }: Seat): void {
  member.push('presence_state', rooms.state(topic, isPrivate))
}

/** Null when row policies let nobody with these claims listen there. */
export async function askPermissions(
  { offered, permissionsOn }: TalkOptions,
  claims: Claims,
  topic: string,
  isPrivate: boolean,
): Promise<Permissions | null> {
  if (!isPrivate) return PUBLIC
  if (!offered.private) return null
  const found = await permissionsOn(claims, topic.replace(/^realtime:/, ''))
  return found.broadcast.read || found.presence.read ? found : null
}

/** Nothing that was said is kept. */
export function refuseReplay(isPrivate: boolean): string {
  const why = isPrivate
    ? 'Realtime was unable to replay messages'
    : 'Replay is not allowed for public channels'
  return `UnableToReplayMessages: ${why}`
}

/** `topic` as it is on the wire. */
export function unauthorized(topic: string, act: 'read' | 'write' = 'read'): string {
  const name = topic.replace(/^realtime:/, '')
  const what = act === 'read' ? 'read from' : 'write to'
  return `Unauthorized: You do not have permissions to ${what} this Channel topic: ${name}`
}
