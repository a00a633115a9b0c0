/** What artists are owed and paid: their keys, payouts, statements and links. */
import * as v from 'valibot'
import { isMonth } from '#domain/payout.ts'
import { ok, refuse } from '#domain/result.ts'
import { mayUse, SEES_ACCOUNTS } from '#domain/role.ts'
import { hashRequest } from '../../platform/idempotency.ts'
import { csvFile } from '../api/answers.ts'
import { uuid } from '../api/call.ts'
import { endpoints } from '../api/serve.ts'
import { serveList } from '../back-office/lists.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { factsOf, findArtist, isArtist } from './artist.ts'
import { endAccount } from './artist-account.ts'
import { findArtistFigures } from './artist-figures.ts'
import { decideArtistKey, enterArtistKey } from './artist-keys.ts'
import { createArtistLink, revokeArtistLink } from './artist-links.ts'
import { artistStatementCsv, decodeStatementPlace, readArtistStatement } from './artist-statement.ts'
import { setTaxes } from './artist-taxes.ts'
import { artists } from './artists.ts'
import { artistsCalls } from './contract.ts'
import { approvePayout, previewApprovedPayout, rejectPayout } from './decide-payout.ts'
import { inviteArtist, revokeInvitation } from './invitations.ts'
import { findPayoutReceipt, payouts } from './payouts.ts'
import { requestPayout } from './request-payout.ts'
import { tips } from './tips.ts'

const TOKEN = /^[\w-]{43}$/

export const artistsEndpoints = endpoints(artistsCalls, ({ sql, env }) => {
  const limit = env.WITHDRAWAL_SECOND_PERSON_ABOVE
  return {
    /** Wrong, expired and revoked tokens get the same answer. */
    'POST /artist-figures': async ({ body }) => {
      const figures = TOKEN.test(body.token) ? await findArtistFigures(sql, body.token) : null
      return figures ? ok(figures) : refuse('link_not_found')
    },

    'POST /artist-invitation': ({ body }) => readInvitation(sql, body.token),
    'POST /artist-invitation/accept': ({ fan, body }) => acceptInvitation(sql, body.token, fan.uid),

    ...serveList(sql, '/admin/artists', artists),
    'GET /admin/artists/{uid}': async ({ fan, params, by }) => {
      const artist = await findArtist(sql, params.uid, { by, limit })
      if (!artist) return refuse('artist_not_found')
      return ok(mayUse(SEES_ACCOUNTS, fan.role) ? artist : factsOf(artist))
    },
    ...serveList(sql, '/admin/artists/{uid}/payouts', ({ uid }) => payouts(uid), 'repasses'),
    ...serveList(sql, '/admin/artists/{uid}/tips', ({ uid }) => tips(uid), 'valores-a-mais'),
    'GET /admin/artists/{uid}/statement': async ({ params, query: { month, limit, cursor } }) => {
      const after = cursor ? decodeStatementPlace(cursor) : null
      if (!isMonth(month) || (cursor && !after)) return refuse('malformed')
      if (!(await isArtist(sql, params.uid))) return refuse('artist_not_found')
      return ok(await readArtistStatement(sql, params.uid, { month, limit, after }))
    },
    'GET /admin/artists/{uid}/statement.csv': async ({ c, fan, params, query: { month } }) => {
      if (!isMonth(month)) return refuse('malformed')
      if (!(await isArtist(sql, params.uid))) return refuse('artist_not_found')
      return csvFile(c, `extrato-${month}`, artistStatementCsv(sql, params.uid, month, fan.language))
    },
    'POST /admin/artists/{uid}/taxes': ({ params, body, by }) => setTaxes(sql, params.uid, body, by),
    'POST /admin/artists/{uid}/keys': ({ params, body, by }) => enterArtistKey(sql, params.uid, body, by),
    'POST /admin/artists/{uid}/keys/{id}/confirm': ({ params, by }) =>
      decideArtistKey(sql, params.uid, params.id, 'confirm', by),
    'POST /admin/artists/{uid}/keys/{id}/discard': ({ params, by }) =>
      decideArtistKey(sql, params.uid, params.id, 'discard', by),
    'POST /admin/artists/{uid}/payouts': ({ params, body, key, by }) => {
      const requestHash = hashRequest(`/admin/artists/${params.uid}/payouts`, body)
      return requestPayout(sql, params.uid, { ...body, key, requestHash }, by, limit)
    },
    'POST /admin/artists/{uid}/links': ({ params, body, by }) =>
      createArtistLink(sql, params.uid, body.days, by),
    'POST /admin/artists/{uid}/links/{link}/revoke': async ({ params, by }) => {
      if (!v.is(uuid, params.link)) return refuse('link_not_found')
      return revokeArtistLink(sql, params.uid, params.link, by)
    },
    'POST /admin/artists/{uid}/invitations': ({ params, body, by }) =>
      inviteArtist(sql, env.PUBLIC_URL, params.uid, body, by),
    'POST /admin/artists/{uid}/invitations/{invitation}/revoke': async ({ params, by }) => {
      if (!v.is(uuid, params.invitation)) return refuse('invitation_not_found')
      return revokeInvitation(sql, params.uid, params.invitation, by)
    },
    'POST /admin/artists/{uid}/account/end': ({ params, body, by }) =>
      endAccount(sql, params.uid, body.reason, by),

    ...serveList(sql, '/admin/payouts-waiting', payouts(null)),
    'GET /admin/payouts/{uid}': async ({ params }) => {
      const receipt = await findPayoutReceipt(sql, params.uid)
      return receipt ? ok(receipt) : refuse('payout_not_found')
    },
    'GET /admin/payouts/{uid}/approve-lines': ({ params, by }) => previewApprovedPayout(sql, params.uid, by),
    'POST /admin/payouts/{uid}/approve': ({ params, by }) => approvePayout(sql, params.uid, by, limit),
    'POST /admin/payouts/{uid}/reject': ({ params, body, by }) =>
      rejectPayout(sql, params.uid, body.reason, by),
  }
})
