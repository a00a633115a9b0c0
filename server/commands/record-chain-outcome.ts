/** What follows once the chain has recorded something, or has refused to. Part of the lane's transaction. */
import type { Tx } from '../db/sql.ts'
import { account, post } from '../ledger.ts'
import { type ChainKind, type ChainPayload, enqueueMail } from '../outbox.ts'

export type ChainOutcome = {
  [Kind in ChainKind]: {
    kind: Kind
    payload: ChainPayload[Kind]
    txHash: string
    /** Set when the chain refused for good; nothing was recorded. */
    failure: string | null
    /** Address of the new contract, for `deploy_edition`. */
    deployed: string | null
  }
}[ChainKind]

export async function recordChainOutcome(
  tx: Tx,
  outcome: ChainOutcome,
  unlockSeconds: number,
): Promise<void> {
  switch (outcome.kind) {
    case 'deploy_edition':
      if (outcome.deployed) {
        await tx`
          update projects set contract_address = ${outcome.deployed}
          where uid = ${outcome.payload.projectUid} and contract_address is null`
      }
      return
    case 'credit_balance':
      return recordCredit(tx, outcome.payload.reference, outcome.failure)
    case 'debit_balance':
      return
    case 'sell_unit':
      return outcome.failure === null
        ? recordMint(tx, outcome.payload.reference, outcome.txHash, unlockSeconds)
        : undoSale(tx, outcome.payload.reference, outcome.failure)
    case 'record_play':
      if (outcome.failure === null) {
        await tx`
          update mints set status_song = 'played', tx_song = ${outcome.txHash}
          where uid = ${outcome.payload.reference} and status_song = 'pending'`
      }
  }
}

async function recordCredit(tx: Tx, paymentUid: string, failure: string | null): Promise<void> {
  const status = failure === null ? 'succeded-token' : 'failed-token'
  const [payment] = await tx<{ amount: number; email: string; language: 'pt' | 'en' }[]>`
    update payments
    set status = ${status}, failure = ${failure}
    from users
    where payments.uid = ${paymentUid} and flow = 'balance' and status = 'succeded'
      and users.uid = payments.user_id
    returning amount, email, language`
  if (!payment || failure !== null) return
  await enqueueMail(tx, {
    to: payment.email,
    language: payment.language,
    template: 'deposit_credited',
    data: { amount: String(payment.amount) },
  })
}

/** The window to press play opens when we know the token exists, not when its record was sent. */
async function recordMint(tx: Tx, mintUid: string, txHash: string, unlockSeconds: number): Promise<void> {
  const [mint] = await tx<
    { paymentId: number; email: string; language: 'pt' | 'en'; project: string; until: Date }[]
  >`
    update mints
    set status = 'minted', tx_hash = ${txHash}, minted_at = clock_timestamp(),
      will_expire_at = date_trunc('second', clock_timestamp() + make_interval(secs => ${unlockSeconds}))
    from users, projects
    where mints.uid = ${mintUid} and mints.status = 'pending'
      and users.uid = mints.user_id and projects.id = mints.project_id
    returning payment_id as "paymentId", email, language, project_name as project, will_expire_at as until`
  if (!mint) return
  await tx`update payments set status = 'succeded-mint' where id = ${mint.paymentId} and status = 'succeded'`
  await enqueueMail(tx, {
    to: mint.email,
    language: mint.language,
    template: 'purchase_ready',
    data: { project: mint.project, until: mint.until.toISOString() },
  })
}

/** The chain will never hold this token: the unit goes back on sale and every centavo back to the fan. */
async function undoSale(tx: Tx, mintUid: string, failure: string): Promise<void> {
  const [mint] = await tx<
    {
      unitId: number
      paymentId: number
      fanUid: string
      projectUid: string
      email: string
      language: 'pt' | 'en'
      project: string
      amount: number
    }[]
  >`
    update mints
    set status = 'expired', ended_at = clock_timestamp()
    from users, projects
    where mints.uid = ${mintUid} and mints.status = 'pending'
      and users.uid = mints.user_id and projects.id = mints.project_id
    returning unit_id as "unitId", payment_id as "paymentId", user_id as "fanUid", projects.uid as "projectUid",
      email, language, project_name as project, amount`
  if (!mint) return
  await tx`update units set mint_id = null, first_sold_at = null where id = ${mint.unitId}`
  await tx`
    update payments set status = 'failed-mint', failure = ${failure}
    where id = ${mint.paymentId} and status = 'succeded'`
  const legs = await tx<{ kind: string; amount: number }[]>`
    select kind, amount
    from ledger.transfers
    where id in (${`sale:${mintUid}:author`}, ${`sale:${mintUid}:platform`})`
  await post(
    tx,
    legs.map(({ kind, amount }) => ({
      id: `refund:${mintUid}:${kind}`,
      kind: 'refund',
      debit: kind === 'sale_author' ? account.payable(mint.projectUid) : account.revenue,
      credit: account.available(mint.fanUid),
      amount,
    })),
  )
  await enqueueMail(tx, {
    to: mint.email,
    language: mint.language,
    template: 'mint_failed',
    data: { project: mint.project, amount: String(mint.amount) },
  })
}
