/** What people do about their account, and what operators see of it and do for its owner. */
import { maskedPixKey } from '#domain/pix-key.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { mayUse, SEES_ACCOUNTS } from '#domain/role.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { isProofDue } from '../../platform/http/proof-check.ts'
import { fileOf } from '../api/answers.ts'
import { endpoints } from '../api/serve.ts'
import { queryOf, serveList } from '../back-office/lists.ts'
import { paymentsOf } from '../payments/public.ts'
import { type StatementWire, statementPage } from '../wallet/public.ts'
import { peopleCalls } from './contract.ts'
import { eraseAccount } from './erase-account.ts'
import { exportWalletKey } from './export-wallet-key.ts'
import { holdsOf } from './holds.ts'
import { endSessions, noteUser, setUserActive } from './manage-account.ts'
import { personalData } from './personal-data.ts'
import { confirmRoleChange, rejectRoleChange, requestRoleChange } from './role-changes.ts'
import { saveWallet } from './save-wallet.ts'
import { readTeam } from './team.ts'
import { findUser, isUser, sessionsOf } from './user.ts'
import { bidsOf, notesOn, tokensOf } from './user-history.ts'
import { users } from './users.ts'

/** Support compares a key with what its owner says. */
const withMaskedKeys = (page: StatementWire): StatementWire => ({
  ...page,
  data: page.data.map((row) => ({
    ...row,
    withdrawal: row.withdrawal && {
      ...row.withdrawal,
      pixKey: maskedPixKey(row.withdrawal.pixKeyType, row.withdrawal.pixKey),
    },
  })),
})

export const peopleEndpoints = endpoints(peopleCalls, (ctx) => {
  const { sql, env } = ctx
  const of = async <Answer>(uid: string, read: Promise<Answer>): Promise<Result<Answer>> => {
    const [isThere, answer] = await Promise.all([isUser(sql, uid), read])
    return isThere ? ok(answer) : refuse('user_not_found')
  }
  return {
    'POST /wallet': async ({ fan }) => {
      if (fan.wallet) return ok({ wallet: fan.wallet })
      let wallet: string
      try {
        wallet = await ctx.custodian.createWallet(fan)
      } catch (fault) {
        ctx.log.error({ err: fault }, 'the custodian made no wallet')
        return refuse('wallet_unavailable')
      }
      return ok({ wallet: await saveWallet(sql, fan.uid, wallet) })
    },
    'POST /wallet/key': ({ c, fan }) => exportWalletKey(ctx, fan, clientAddress(c)),
    'GET /proof': async ({ claims }) => ok({ due: await isProofDue(sql, claims) }),
    'GET /personal-data': ({ c, fan }) =>
      fileOf(c, 'tune.json', 'application/json; charset=utf-8', personalData(sql, fan.uid)),
    'POST /erase-account': ({ fan, body }) => eraseAccount(sql, fan.uid, body.email),

    ...serveList(sql, '/admin/users', users),
    'GET /admin/users/{uid}': async ({ params, fan, by }) => {
      const limit = env.WITHDRAWAL_SECOND_PERSON_ABOVE
      const user = await findUser(sql, params.uid, { by: { ...by, role: fan.role }, limit })
      return user ? ok(user) : refuse('user_not_found')
    },
    'GET /admin/users/{uid}/payments': ({ params: { uid }, query, by }) =>
      of(uid, paymentsOf(uid).read(sql, queryOf(query), by.uid)),
    'GET /admin/users/{uid}/tokens': ({ params: { uid }, query }) =>
      of(uid, tokensOf(sql, uid, queryOf(query))),
    'GET /admin/users/{uid}/bids': ({ params: { uid }, query }) => of(uid, bidsOf(sql, uid, queryOf(query))),
    'GET /admin/users/{uid}/notes': ({ params: { uid }, query }) =>
      of(uid, notesOn(sql, uid, queryOf(query))),
    'GET /admin/users/{uid}/statement': async ({ params: { uid }, query, fan }) => {
      if (!(await isUser(sql, uid))) return refuse('user_not_found')
      const found = await statementPage(sql, uid, query)
      return found.ok && !mayUse(SEES_ACCOUNTS, fan.role) ? ok(withMaskedKeys(found.value)) : found
    },
    'GET /admin/users/{uid}/holds': ({ params: { uid } }) => of(uid, holdsOf(sql, uid)),
    'GET /admin/users/{uid}/sessions': ({ params, fan, by }) =>
      sessionsOf(sql, params.uid, { ...by, role: fan.role }),
    'POST /admin/users/{uid}/notes': ({ params, body, by }) => noteUser(sql, params.uid, body.note, by),
    'POST /admin/users/{uid}/sessions/end': ({ params, body, fan, by }) =>
      endSessions(sql, params.uid, body.session, { ...by, role: fan.role }),
    'POST /admin/users/{uid}/deactivate': ({ params, body, fan, by }) =>
      setUserActive(sql, params.uid, false, body.reason, { ...by, role: fan.role }),
    'POST /admin/users/{uid}/reactivate': ({ params, body, fan, by }) =>
      setUserActive(sql, params.uid, true, body.reason, { ...by, role: fan.role }),
    'GET /admin/team': async () => ok(await readTeam(sql)),
    'POST /admin/users/{uid}/role': ({ params, body, by }) => requestRoleChange(sql, params.uid, body, by),
    'POST /admin/role-changes/{uid}/confirm': ({ params, by }) => confirmRoleChange(sql, params.uid, by),
    'POST /admin/role-changes/{uid}/reject': ({ params, by }) => rejectRoleChange(sql, params.uid, by),
  }
})
