/** What a channel needs before it begins, and who is refused. */
import type { JoinRequest } from './channel.ts'
import type { Claims } from './claims.ts'
import type { Permissions } from './permissions.ts'
import { askPermissions, refuseReplay, type TalkOptions, unauthorized } from './talk.ts'
import type { HeldTopic, Topics } from './topics.ts'

export type EnterOptions = {
  topics: Topics
  /** Whether somebody who is signed in may watch the server's topics at present. */
  mayWatch: (claims: Claims) => boolean | Promise<boolean>
  /** How clients talk to each other; null or missing: not at all. */
  talk?: TalkOptions | null
}

/** A topic of the server's, or what may be said on one of the clients'. */
export type Entry = { held: HeldTopic | null; permissions: Permissions | null }

/** What a channel needs to begin, or why it may not. */
export async function enter(
  options: EnterOptions,
  topic: string,
  request: JoinRequest,
  claims: Claims,
): Promise<Entry | { refusal: string }> {
  const { topics, talk } = options
  const isPrivate = request.config?.private ?? false
  if (!topics.owns(topic)) {
    if (talk && request.config?.broadcast?.replay) return { refusal: refuseReplay(isPrivate) }
    const permissions = talk ? await askPermissions(talk, claims, topic, isPrivate) : null
    return isPrivate && !permissions ? { refusal: unauthorized(topic) } : { held: null, permissions }
  }
  if (isPrivate || !(await mayWatchServer(options, claims))) return { refusal: unauthorized(topic) }
  const held = await topics.hold(topic)
  return held ? { held, permissions: null } : { refusal: `UnknownTopic: There is no topic ${topic}` }
}

/** Server topics are for signed-in users. */
export async function mayWatchServer({ mayWatch }: EnterOptions, claims: Claims): Promise<boolean> {
  return claims.role === 'authenticated' && mayWatch(claims)
}
