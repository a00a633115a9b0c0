/** The official client by release, and clients whose person may change while they live. */

import type { SupabaseClient } from '@supabase/supabase-js'
import * as newest from '@supabase/supabase-js'
import * as ofYear2024 from 'supabase-js-2024'
import { test } from 'vitest'
import { STORES } from '#server/testing/stores.ts'
import type { Harness } from './harness.ts'

export type Release = {
  release: 'newest' | '2024'
  isNewest: boolean
  createClient: typeof newest.createClient
  AuthApiError: typeof newest.AuthApiError
  AuthSessionMissingError: typeof newest.AuthSessionMissingError
  AuthWeakPasswordError: typeof newest.AuthWeakPasswordError
  /** A case for what the older client cannot ask; its name says so too. */
  onlyNewest: typeof test
  /** What an error of storage has of the status of its body: nothing, in the older client. */
  statusIs: (statusCode: string) => { statusCode?: string }
}

export const NEWEST: Release = {
  ...newest,
  release: 'newest',
  isNewest: true,
  onlyNewest: test,
  statusIs: (statusCode) => ({ statusCode }),
}

/** One of 2024. */
const OLDER: Release = {
  ...(ofYear2024 as unknown as typeof newest),
  release: '2024',
  isNewest: false,
  onlyNewest: test.skip as typeof test,
  statusIs: () => ({}),
}

export const ALL_RELEASES: Release[] = [NEWEST, OLDER]
/** The older one is tried before a release alone (docs/tests.md). */
export const RELEASES: Release[] = process.env.EVERYTHING ? ALL_RELEASES : [NEWEST]

/** Each release, with each place for the files. */
export const RELEASES_AND_STORES = RELEASES.flatMap((release) =>
  STORES.map((store) => ({ ...release, ...store })),
)

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
    realtime: options.vsn ? { vsn: options.vsn } : {},
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
