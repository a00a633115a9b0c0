/** /admin/users/{uid}, its lists, and what may be done to a person. Only behind `onlyAdmins`. */
import type { Context, Handler, Hono } from 'hono'
import * as v from 'valibot'
import { MESSAGE_MAX } from '#domain/request.ts'
import type { Result } from '#domain/result.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBody, readUid, uuid } from '../api/input.ts'
import { administrator } from '../back-office/administrator.ts'
import { readOrderedPage } from '../back-office/lists.ts'
import { reasonBody, words } from '../back-office/read.ts'
import { paymentsOf } from '../payments/payments.ts'
import { statementOf } from '../wallet/statement-endpoints.ts'
import { endSessions, noteUser, setUserActive } from './manage-account.ts'
import { findUser, sessionsOf } from './user.ts'
import { bidsOf, notesOn, tokensOf, type UserList } from './user-history.ts'

export const noteBody = v.object({ note: words(MESSAGE_MAX) })
export const sessionBody = v.object({ session: v.nullable(uuid) })

export function addUsers(admin: Hono<ApiEnv>, ctx: ApiContext): void {
  const path = '/users/:uid'
  admin.get(path, async (c) => {
    const uid = readUid(c)
    const user = uid ? await findUser(ctx.sql, uid, ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE) : null
    return user ? c.json({ data: user }) : refusal(c, 'user_not_found')
  })
  admin.get(
    `${path}/payments`,
    getOfUser(ctx, (sql, uid, query) => paymentsOf(uid).read(sql, query)),
  )
  admin.get(`${path}/tokens`, getOfUser(ctx, tokensOf))
  admin.get(`${path}/bids`, getOfUser(ctx, bidsOf))
  admin.get(`${path}/notes`, getOfUser(ctx, notesOn))
  admin.get(`${path}/statement`, (c) => {
    const uid = readUid(c)
    return uid ? statementOf(ctx, c, uid) : refusal(c, 'user_not_found')
  })
  admin.get(`${path}/sessions`, async (c) => {
    const uid = readUid(c)
    return uid ? c.json({ data: await sessionsOf(ctx.sql, uid) }) : refusal(c, 'user_not_found')
  })

  admin.post(
    `${path}/notes`,
    toUser(noteBody, (c, uid, { note }) => noteUser(ctx.sql, uid, note, administrator(c))),
  )
  admin.post(
    `${path}/sessions/end`,
    toUser(sessionBody, (c, uid, { session }) => endSessions(ctx.sql, uid, session, administrator(c))),
  )
  const setActive = (isActive: boolean) =>
    toUser(reasonBody, (c, uid, { reason }) =>
      setUserActive(ctx.sql, uid, isActive, reason, administrator(c)),
    )
  admin.post(`${path}/deactivate`, setActive(false))
  admin.post(`${path}/reactivate`, setActive(true))
}

function getOfUser<Row>(ctx: ApiContext, read: UserList<Row>): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    const query = readOrderedPage(c)
    if (!uid) return refusal(c, 'user_not_found')
    return query ? c.json(await read(ctx.sql, uid, query)) : refusal(c, 'malformed')
  }
}

/** A deed on a person: the body is read, the deed answers. */
function toUser<Schema extends v.GenericSchema>(
  schema: Schema,
  deed: (c: Context<ApiEnv>, uid: string, input: v.InferOutput<Schema>) => Promise<Result<object>>,
): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    if (!uid) return refusal(c, 'user_not_found')
    const input = await readBody(c, schema)
    return input ? answer(c, await deed(c, uid, input)) : refusal(c, 'malformed')
  }
}
