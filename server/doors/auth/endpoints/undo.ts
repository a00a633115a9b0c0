import type { Context } from 'hono'
import * as v from 'valibot'
import type { Tx } from '#server/platform/db/sql.ts'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import { readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import { factorsOf, removeFactor } from '../factors.ts'
import { removeIdentity } from '../identities.ts'
import { browserOf, rememberBrowser } from '../known-browsers.ts'
import { notify } from '../notices.ts'
import { forgetTokens } from '../one-time-tokens.ts'
import type { Door } from '../options.ts'
import { openMailedSession } from '../proofs.ts'
import { answerSignedIn } from '../sessions.ts'
import { readUndoLink, takeUndoLink, type UndoLink } from '../undo-links.ts'
import { isBanned, lockUser, type UserRow } from '../users.ts'

const Body = v.object({ token: text })

/** POST /undo/offered {token}. What the link "it was not me" takes back. Changes nothing. GoTrue has no such calls. */
export async function offerUndo(c: Context, door: Door): Promise<Response> {
  const { token } = await readBody(c, Body)
  const { kind, provider, created_at } = await readUndoLink(door.sql, token, door.clock())
  return c.json({ kind, provider, created_at })
}

/**
 * POST /undo {token}. Removes the factor or identity, if it is still there, ends every session, forgets the password, the known
 * browsers and all that was mailed, and opens a session as a recovery mail does, in which a new password is to be chosen.
 */
export async function undo(c: Context, door: Door): Promise<Response> {
  const { token } = await readBody(c, Body)
  const client = clientOf(c, door)
  const signedIn = await door.sql.begin(async (tx) => {
    const now = door.clock()
    const link = await takeUndoLink(tx, token, now)
    const user = await lockUser(tx, link.user_id)
    if (!user) throw new AuthError('linkInvalid')
    if (isBanned(user, now)) throw new AuthError('banned')
    await takeBack(tx, door, user, link, now)
    // Whoever knew it may be the one who made the change, and the next screen may be closed.
    await tx`update auth.users set encrypted_password = null, updated_at = ${now} where id = ${user.id}`
    await tx`delete from auth.sessions where user_id = ${user.id}`
    await tx`delete from auth.known_browsers where user_id = ${user.id}`
    await tx`delete from auth.flow_state where user_id = ${user.id}`
    await forgetTokens(tx, user.id)
    await rememberBrowser(tx, user.id, browserOf(c), now)
    await audit(tx, 'change_undone', user, client, now, { kind: link.kind, subject_id: link.subject_id })
    return openMailedSession(tx, door, { user, method: 'recovery', mayChoosePassword: true }, client, now)
  })
  return answerSignedIn(c, signedIn)
}

async function takeBack(tx: Tx, door: Door, user: UserRow, link: UndoLink, now: Date): Promise<void> {
  if (link.kind === 'identity') {
    await removeIdentity(tx, user, { id: link.subject_id }, now)
    await notify(tx, door, 'identity_unlinked', user, { provider: link.provider ?? '' })
    return
  }
  const factor = (await factorsOf(tx, user.id)).find(({ id }) => id === link.subject_id)
  if (!factor) return
  await removeFactor(tx, factor, now)
  await notify(tx, door, 'factor_removed', user)
}
