import type { Context } from 'hono'
import * as v from 'valibot'
import { clientOf, readEmail } from '../addresses.ts'
import { audit } from '../audit.ts'
import { metadata, readBody, text } from '../body.ts'
import { inviteUser } from '../invitations.ts'
import { sendLink } from '../mails.ts'
import type { Door } from '../options.ts'
import { requestedRedirect } from '../redirects.ts'
import { loadUserJson } from '../user-json.ts'

const Body = v.object({ email: text, data: metadata })

/**
 * POST /invite. Creates an account for the address, if there is none, and mails a link that confirms it and signs in.
 */
export async function adminInvite(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  const email = readEmail(body.email)
  const redirectTo = requestedRedirect(c, door)
  const now = door.clock()
  const answer = await door.sql.begin(async (tx) => {
    const user = await inviteUser(tx, email, body.data, now)
    const mail = { kind: 'invite', type: 'invite', token: 'confirmation_token', to: email } as const
    await sendLink(tx, door, user, { ...mail, redirectTo, challenge: null, client: null }, now)
    await audit(tx, 'user_invited', null, clientOf(c, door), now, { user_id: user.id })
    return loadUserJson(tx, user)
  })
  return c.json(answer)
}
