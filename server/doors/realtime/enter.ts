/** Which channels may begin, and what they need. */
import type { Claims } from './claims.ts'
import type { HeldTopic, Topics } from './topics.ts'

export type EnterOptions = {
  topics: Topics
  /** Whether somebody who is signed in may watch the server's topics at present. */
  mayWatch: (claims: Claims) => boolean | Promise<boolean>
}

/** The server's topic that a channel watches, null for any other channel; or why the channel may not begin. */
export async function enter(
  options: EnterOptions,
  topic: string,
  isPrivate: boolean,
  claims: Claims,
): Promise<{ held: HeldTopic | null } | { refusal: string }> {
  const { topics } = options
  if (isPrivate) return { refusal: unauthorized(topic) }
  if (!topics.owns(topic)) return { held: null }
  if (!(await mayWatchServer(options, claims))) return { refusal: unauthorized(topic) }
  const held = await topics.hold(topic)
  return held ? { held } : { refusal: `UnknownTopic: There is no topic ${topic}` }
}

/** Server topics are for signed-in users. */
export async function mayWatchServer({ mayWatch }: EnterOptions, claims: Claims): Promise<boolean> {
  return claims.role === 'authenticated' && mayWatch(claims)
}

/** `topic` as it is on the wire. */
export function unauthorized(topic: string): string {
  const name = topic.replace(/^realtime:/, '')
  return `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`
}
