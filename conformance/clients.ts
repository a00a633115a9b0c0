/** The official client by release, and clients whose person may change while they live. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createClient as createClient2024 } from 'supabase-js-2024'
import { WebSocket } from 'ws'
import type { Harness } from './harness.ts'

export type Release = {
  release: 'newest' | '2024'
  /** In the words of the newest: a case that needs what the older has not runs with the newest alone. */
  createClient: typeof createClient
}

const NEWEST: Release = { release: 'newest', createClient }

export const RELEASES: Release[] = [
  NEWEST,
  { release: '2024', createClient: createClient2024 as unknown as typeof createClient },
]

type Person = { token: string | null }
const people = new WeakMap<SupabaseClient, Person>()

/** A client of whoever `token` names, nobody if null; `become` changes that. `vsn` is that of its websocket. */
export function clientOf(
  { url, anonKey }: Pick<Harness, 'url' | 'anonKey'>,
  token: string | null,
  options: { release?: Release; vsn?: string; fetch?: typeof fetch } = {},
): SupabaseClient {
  const person: Person = { token }
  const client = (options.release ?? NEWEST).createClient(url, anonKey, {
    accessToken: async () => person.token ?? anonKey,
    realtime: { transport: WebSocket as never, ...(options.vsn ? { vsn: options.vsn } : {}) },
    global: options.fetch ? { fetch: options.fetch } : {},
  })
  people.set(client, person)
  return client
}

/** From now on the client is whoever `token` names. The newest release asks for its token, the older one is told. */
export async function become(client: SupabaseClient, token: string): Promise<void> {
  const person = people.get(client)
  if (!person) throw new Error('This client was not made here.')
  person.token = token
  await client.realtime.setAuth(token)
}
