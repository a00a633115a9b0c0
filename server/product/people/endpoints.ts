/** What people do about their account, and what an operator sees of them and does for them. */
import { ok, refuse } from '#domain/result.ts'
import { fileOf } from '../api/answers.ts'
import { endpoints } from '../api/serve.ts'
import { queryOf, serveList } from '../back-office/lists.ts'
import { paymentsOf } from '../payments/public.ts'
import { statementPage } from '../wallet/public.ts'
import { peopleCalls } from './contract.ts'
import { eraseAccount } from './erase-account.ts'
import { endSessions, noteUser, setUserActive } from './manage-account.ts'
import { personalData } from './personal-data.ts'
import { saveWallet } from './save-wallet.ts'
import { findUser, sessionsOf } from './user.ts'
import { bidsOf, notesOn, tokensOf } from './user-history.ts'
import { users } from './users.ts'

export const peopleEndpoints = endpoints(peopleCalls, (ctx) => {
  const { sql, env } = ctx
  return {
    'POST /wallet': async ({ fan }) => {
      if (fan.wallet) return ok({ wallet: fan.wallet })
      let wallet: string
      try {
        wallet = await ctx.custodian.createWallet(fan.email)
      } catch (fault) {
        ctx.log.error({ err: fault }, 'the custodian made no wallet')
        return refuse('wallet_unavailable')
      }
      return ok({ wallet: await saveWallet(sql, fan.uid, wallet) })
    },
    'GET /personal-data': ({ c, fan }) =>
      fileOf(c, 'tune.json', 'application/json; charset=utf-8', personalData(sql, fan.uid)),
    'POST /erase-account': ({ fan, body }) => eraseAccount(sql, fan.uid, body.email),

    ...serveList(sql, '/admin/users', users),
    'GET /admin/users/{uid}': async ({ params }) => {
      const user = await findUser(sql, params.uid, env.WITHDRAWAL_SECOND_PERSON_ABOVE)
      return user ? ok(user) : refuse('user_not_found')
    },
    'GET /admin/users/{uid}/payments': async ({ params, query }) =>
      ok(await paymentsOf(params.uid).read(sql, queryOf(query))),
    'GET /admin/users/{uid}/tokens': async ({ params, query }) =>
      ok(await tokensOf(sql, params.uid, queryOf(query))),
    'GET /admin/users/{uid}/bids': async ({ params, query }) =>
      ok(await bidsOf(sql, params.uid, queryOf(query))),
    'GET /admin/users/{uid}/notes': async ({ params, query }) =>
      ok(await notesOn(sql, params.uid, queryOf(query))),
    'GET /admin/users/{uid}/statement': ({ params, query }) => statementPage(sql, params.uid, query),
    'GET /admin/users/{uid}/sessions': async ({ params }) => ok(await sessionsOf(sql, params.uid)),
    'POST /admin/users/{uid}/notes': ({ params, body, by }) => noteUser(sql, params.uid, body.note, by),
    'POST /admin/users/{uid}/sessions/end': ({ params, body, by }) =>
      endSessions(sql, params.uid, body.session, by),
    'POST /admin/users/{uid}/deactivate': ({ params, body, by }) =>
      setUserActive(sql, params.uid, false, body.reason, by),
    'POST /admin/users/{uid}/reactivate': ({ params, body, by }) =>
      setUserActive(sql, params.uid, true, body.reason, by),
  }
})
