/** Clients of the official library whose person may change while they live. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Harness } from './harness.ts'

type Person = { token: string | null }
const people = new WeakMap<SupabaseClient, Person>()

/** A client of whoever `token` names, nobody if null; `become` changes that. */
export function clientOf({ url, anonKey }: Harness, token: string | null): SupabaseClient {
  const person: Person = { token }
  const client = createClient(url, anonKey, { accessToken: async () => person.token ?? anonKey })
  people.set(client, person)
  return client
}

/** From now on the client is whoever `token` names. */
export async function become(client: SupabaseClient, token: string): Promise<void> {
  const person = people.get(client)
  if (!person) throw new Error('This client was not made here.')
  person.token = token
  await client.realtime.setAuth(token)
}
