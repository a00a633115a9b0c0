/** POST /buy-token-balance, typeBuy mint: a unit of the first lot, paid from the wallet, in one transaction. */
import * as v from 'valibot'
import { checkPurchase } from '#domain/purchase.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { parseSoleRow, rowId } from '../../platform/db/rows.ts'
import { transact } from '../../platform/db/transact.ts'
import { claimKey, linkKey, storeAnswer } from '../../platform/idempotency.ts'
import type { Fan } from '../api/check-account.ts'
import type { PaymentWire } from './contract.ts'
import { giveUpReservations } from './judge-order.ts'
import { readPurchaseView } from './purchase-view.ts'
import { sellUnit } from './sell-unit.ts'

export type BuyWithBalance = { projectUid: string; key: string | null; requestHash: string }

export async function buyWithBalance(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  fan: Fan & { wallet: string },
  input: BuyWithBalance,
): Promise<Result<PaymentWire>> {
  return transact(
    ctx.sql,
    async (tx) => {
      const claim = await claimKey(tx, fan.uid, input.key, input.requestHash)
      if (claim.kind === 'mismatch') return refuse('key_reused')
      if (claim.kind === 'replay') return ok(claim.answer.body as PaymentWire)

      const facts = await readPurchaseView(tx, fan.uid, input.projectUid)
      const refusal = checkPurchase(facts.view, facts.balance, facts.now)
      if (refusal === 'insufficient_balance' && facts.balance < 0) return refuse('wallet_overdrawn')
      if (refusal || !facts.project) return refuse(refusal ?? 'project_not_found')

      const amount = facts.project.fiatPrice
      const payment = parseSoleRow(
        v.object({ id: rowId, uid: v.string() }),
        await tx`
          insert into payments (user_id, project_id, flow, method, amount)
          values (${fan.uid}, ${facts.project.id}, 'mint', 'balance', ${amount})
          returning id, uid`,
      )
      await giveUpReservations(tx, fan.uid, facts.project.id)
      const mintId = await sellUnit(tx, {
        fan,
        project: facts.project,
        payment: { id: payment.id, amount },
      })
      if (mintId === null) return refuse('sold_out')
      await tx`update payments set status = 'succeded' where id = ${payment.id}`

      const answer: PaymentWire = { uid: payment.uid, status: 'succeded', flow: 'mint', amount, fee: 0 }
      await linkKey(tx, fan.uid, input.key, payment.id)
      await storeAnswer(tx, fan.uid, input.key, { status: 200, body: answer })
      return ok(answer)
    },
    // Two concurrent calls of one fan: the database lets one through, and these explain why the other lost.
    {
      mints_one_per_fan: 'already_owned',
      no_overdraft: 'insufficient_balance',
      paused_sells_nothing: 'project_paused',
    },
  )
}
