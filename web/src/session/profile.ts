/** The caller's own row of `users`: read, written, and created on a first social sign-in. */
import { currentLanguage } from '../lib/i18n.ts'
import { withProof } from '../lib/proof.ts'
import { renewSession, rest } from '../lib/supabase.ts'
import { tableFault } from '../lib/table-fault.ts'
import type { Profile, SessionUser } from './reducer.ts'

/** What a browser may change on its own row; the server sets the rest (wallet, role). */
export type ProfileChanges = Partial<
  Pick<
    Profile,
    | 'nickname'
    | 'full_name'
    | 'tel'
    | 'document'
    | 'photo_url'
    | 'language'
    | 'first_access'
    | 'is_complete_profile'
    | 'terms_version'
    | 'is_active'
  >
>

/** PostgREST's code for "one row requested, none found". */
const NO_ROW = 'PGRST116'
/** Postgres' code for a violated row-level security policy. */
const DENIED = '42501'

/**
 * Reads the profile, and creates it for a person who has just come back from a social provider. Throws on other
 * errors.
 */
export async function loadProfile(user: SessionUser): Promise<Profile> {
  const client = await rest()
  const found = await client.from('users').select('*').eq('uid', user.id).single()
  if (!found.error) return found.data as Profile
  if (found.error.code !== NO_ROW) throw tableFault(found.error)
  const created = await client
    .from('users')
    .insert({
      uid: user.id,
      email: user.email,
      full_name: user.fullName ?? user.email.split('@')[0],
      provider: user.provider,
      photo_url: user.photoUrl,
      language: currentLanguage(),
    })
    .select('*')
    .single()
  // A row can be neither read nor created once the session has ended; renewing it finds that out and says so.
  if (created.error?.code === DENIED) await renewSession()
  if (created.error) throw tableFault(created.error)
  return created.data as Profile
}

/** Changes the caller's own row. Throws with the database's message. */
export async function updateProfile(uid: string, changes: ProfileChanges): Promise<void> {
  const client = await rest()
  const { error } = await withProof(
    async () => client.from('users').update(changes).eq('uid', uid),
    (answer) => answer.error?.hint === 'proof_due',
  )
  if (error) throw tableFault(error)
}

/** Whether a value is already in use. Throws when the server does not say. */
export async function isTaken(field: 'email' | 'nickname' | 'document', value: string): Promise<boolean> {
  const { data, error } = await (await rest()).rpc('user_exists', { field, value })
  if (error) throw tableFault(error)
  return data === true
}
