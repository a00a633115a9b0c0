/** Tokens that a dispute revokes: the one that the disputed payment bought, and those its money bought later. */
import * as v from 'valibot'
import { isPlayed } from '#domain/token.ts'
import { enqueueChain } from '../../platform/chain-operations.ts'
import { centavos, parseRows, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { type BoughtToken, lockTokenOf, revokeToken } from '../access/public.ts'
import { account, balanceOf, post, someOf } from '../ledger/ledger.ts'
import { returnShares, sharesLeft } from '../market/public.ts'
import { enqueueJob } from '../outbox.ts'

/**
 * Purchases from a wallet with money that a bank now takes back are treated like a disputed purchase: unplayed
 * tokens, newest first, until the wallet owes nothing. Resolves with the projects whose units became free.
 */
export async function takeBoughtBack(tx: Tx, payment: { id: number; fan: string }): Promise<number[]> {
  const bought = parseRows(
    v.object({ paymentId: rowId }),
    await tx`
      select mints.payment_id as "paymentId"
      from mints
      join payments on payments.id = mints.payment_id
      where payments.user_id = ${payment.fan} and mints.status in ('pending', 'minted') and status_song = 'none'
        -- Its money was set aside when it was bought: a bid that won, or a gift that was accepted, later was not paid for with this.
        and payments.method = 'balance' and payments.id > ${payment.id}
        -- What the payment bought itself was its whole price.
        and not exists (select from mints own where own.payment_id = ${payment.id})
      -- One that the chain is still making is looked at by a job, and only if something is still owed.
      order by mints.status = 'pending', mints.id desc`,
  )
  const freed: number[] = []
  for (const { paymentId } of bought) {
    if ((await balanceOf(tx, payment.fan)).available >= 0) break
    const projectId = await takeTokenBack(tx, paymentId)
    if (projectId !== null) freed.push(projectId)
  }
  return freed
}

/**
 * Resolves with the project whose unit became free. A token that is still being minted is checked once more by a job.
 */
export async function takeTokenBack(tx: Tx, paymentId: number): Promise<number | null> {
  const token = await lockTokenOf(tx, paymentId)
  if (token?.status === 'pending') {
    await enqueueJob(tx, 'revoke-disputed-token', { paymentId }, { jobKey: `revoke-disputed:${paymentId}` })
  }
  if (token?.status !== 'minted' || isPlayed(token.statusSong)) return null
  const { author, platform } = await sharesLeft(tx, token.uid)
  const lent = await missingOf(tx, token, author)
  const shares = { author: author - lent, platform }
  const name = `dispute_return:${token.uid}`
  await returnShares(tx, { kind: 'refund', name, atHand: lent > 0 }, token, shares)
  await post(
    tx,
    someOf([
      {
        id: `${name}:house`,
        kind: 'refund',
        debit: account.disputeLosses,
        credit: account.available(token.fan),
        amount: lent,
      },
    ]),
  )
  await revokeToken(tx, 'dispute', token, shares)
  if (lent > 0 && token.wallet) {
    const record = { wallet: token.wallet, amount: lent, reference: token.uid }
    await enqueueChain(tx, `dispute_return:${token.uid}`, 'credit_balance', record)
  }
  return token.projectId
}

/**
 * What an artist who has been paid already cannot return of a share: the platform does, since a bank does not wait.
 */
async function missingOf(tx: Tx, { uid }: BoughtToken, share: number): Promise<number> {
  const { there } = parseSoleRow(
    v.object({ there: centavos }),
    await tx`select market.returnable(${uid}) as there`,
  )
  return Math.max(0, share - there)
}
