/** /admin/artists: who is owed, where they are paid, asking for payouts, and links. Only behind `onlyAdmins`. */
import type { Context, Handler, Hono } from 'hono'
import * as v from 'valibot'
import { isMonth, LEGAL_NAME_MAX, LINK_DAYS } from '#domain/payout.ts'
import { PIX_KEY_TYPES } from '#domain/pix-key.ts'
import { hashRequest } from '../../platform/idempotency.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { centavos, idempotencyKey, readBody, readLimit, readUid, uuid } from '../api/input.ts'
import { administrator } from '../back-office/administrator.ts'
import { type AddList, getCsv, getList } from '../back-office/lists.ts'
import { readNumber, words } from '../back-office/read.ts'
import { findArtist } from './artist.ts'
import { decideArtistKey, enterArtistKey } from './artist-keys.ts'
import { createArtistLink, revokeArtistLink } from './artist-links.ts'
import { artistStatementCsv, decodeStatementPlace, readArtistStatement } from './artist-statement.ts'
import { artists } from './artists.ts'
import { payouts } from './payouts.ts'
import { requestPayout } from './request-payout.ts'

export const key = v.object({
  legalName: words(LEGAL_NAME_MAX),
  pixKeyType: v.picklist(PIX_KEY_TYPES),
  pixKey: words(120),
})
export const payout = v.object({ amount: centavos })
export const link = v.object({ days: v.picklist(LINK_DAYS) })

export function addArtists(admin: Hono<ApiEnv>, ctx: ApiContext, list: AddList): void {
  const { sql } = ctx
  const aloneUpTo = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
  list('artists', artists)

  admin.get('/artists/:uid', async (c) => {
    const uid = readUid(c)
    const artist = uid ? await findArtist(sql, uid, aloneUpTo) : null
    return artist ? c.json({ data: artist }) : refusal(c, 'artist_not_found')
  })
  admin.get(
    '/artists/:uid/payouts',
    ofArtist((uid) => getList(ctx, payouts(uid))),
  )
  admin.get(
    '/artists/:uid/payouts.csv',
    ofArtist((uid) => getCsv(ctx, payouts(uid), 'repasses')),
  )
  admin.get(
    '/artists/:uid/statement',
    ofArtist((uid) => getStatement(ctx, uid)),
  )
  admin.get(
    '/artists/:uid/statement.csv',
    ofArtist((uid) => getStatementCsv(ctx, uid)),
  )

  admin.post(
    '/artists/:uid/keys',
    ofArtist((uid) => async (c) => {
      const input = await readBody(c, key)
      return input
        ? answer(c, await enterArtistKey(sql, uid, input, administrator(c)))
        : refusal(c, 'malformed')
    }),
  )
  for (const deed of ['confirm', 'discard'] as const) {
    admin.post(
      `/artists/:uid/keys/:id/${deed}`,
      ofArtist((uid) => async (c) => {
        const id = readNumber(c)
        if (id === null) return refusal(c, 'artist_key_decided')
        return answer(c, await decideArtistKey(sql, uid, id, deed, administrator(c)))
      }),
    )
  }
  admin.post(
    '/artists/:uid/payouts',
    ofArtist((uid) => async (c) => {
      const input = await readBody(c, payout)
      const idempotency = idempotencyKey(c)
      if (!input || idempotency === undefined) return refusal(c, 'malformed')
      const requestHash = hashRequest(`/admin/artists/${uid}/payouts`, input)
      const request = { ...input, key: idempotency, requestHash }
      return answer(c, await requestPayout(sql, uid, request, administrator(c), aloneUpTo))
    }),
  )
  admin.post(
    '/artists/:uid/links',
    ofArtist((uid) => async (c) => {
      const input = await readBody(c, link)
      if (!input) return refusal(c, 'malformed')
      return answer(c, await createArtistLink(sql, uid, input.days, administrator(c)))
    }),
  )
  admin.post(
    '/artists/:uid/links/:link/revoke',
    ofArtist((uid) => async (c) => {
      const given = c.req.param('link')
      if (!v.is(uuid, given)) return refusal(c, 'link_not_found')
      return answer(c, await revokeArtistLink(sql, uid, given, administrator(c)))
    }),
  )
}

/** What is under an author's uid; anything else in its place is an author whom nobody knows. */
function ofArtist(handler: (uid: string) => Handler<ApiEnv>): Handler<ApiEnv> {
  return (c, next) => {
    const uid = readUid(c)
    return uid ? handler(uid)(c, next) : refusal(c, 'artist_not_found')
  }
}

function readMonth(c: Context): string | null {
  const month = c.req.query('month') ?? ''
  return isMonth(month) ? month : null
}

function getStatement(ctx: ApiContext, uid: string): Handler<ApiEnv> {
  return async (c) => {
    const month = readMonth(c)
    const limit = readLimit(c)
    const cursor = c.req.query('cursor')
    const after = cursor ? decodeStatementPlace(cursor) : null
    if (!month || limit === null || (cursor && !after)) return refusal(c, 'malformed')
    return c.json(await readArtistStatement(ctx.sql, uid, { month, limit, after }))
  }
}

function getStatementCsv(ctx: ApiContext, uid: string): Handler<ApiEnv> {
  return (c) => {
    const month = readMonth(c)
    if (!month) return refusal(c, 'malformed')
    c.header('content-type', 'text/csv; charset=utf-8')
    c.header('content-disposition', `attachment; filename="extrato-${month}.csv"`)
    return c.body(
      ReadableStream.from(artistStatementCsv(ctx.sql, uid, month, c.get('fan').language)).pipeThrough(
        new TextEncoderStream(),
      ),
    )
  }
}
