/** Every payment known to the banks has one counterpart in the ledger, to the centavo, and vice versa. */
import { createCardProcessor } from '#server/platform/adapters/cards.ts'
import { createPixProvider } from '#server/platform/adapters/pix.ts'
import { createLogger } from '#server/platform/log.ts'
import { reconcile } from '#server/product/operations/reconcile.ts'
import { expectSame } from './compare.ts'
import type { OutsideIntent, OutsideReturn } from './outside.ts'
import type { Stage } from './stage.ts'

export async function compareOutside({ world, market, names }: Stage): Promise<void> {
  const { sql, outside } = world
  const pix = createPixProvider(world.env)
  const intents = await outside.all<OutsideIntent>('payment_intents')
  const refunds = await outside.all<OutsideReturn>('refunds')
  const disputes = await outside.all<OutsideReturn>('disputes')
  const byPix = market.charges
    .filter(({ method }) => method === 'pix')
    .map(({ payment }) => names.payment(payment))
  const payouts = await sql<{ uid: string }[]>`
    select uid from redeem_balance union all select uid from private.artist_payouts`

  const theirs = [
    ...intents.map(({ metadata, amount_received: amount }) =>
      line('in', metadata.payment ?? 'nobody', amount),
    ),
    ...refunds.map(({ metadata, status, amount }) =>
      line('back', metadata.refund ?? 'nobody', status === 'succeeded' ? amount : 0),
    ),
    ...disputes
      .filter(({ status }) => status === 'won' || status === 'lost')
      .map(({ id, balance_transactions: moves }) =>
        line(
          'disputed',
          id,
          moves.reduce((sum, { amount, fee }) => sum - amount + fee, 0),
        ),
      ),
  ]
  for (const uid of byPix) theirs.push(line('in', uid, await pix.receivedFor(uid)))
  for (const { uid } of payouts) theirs.push(line('out', uid, await pix.paidOut(uid)))

  const ours = await sql<{ line: string }[]>`
    with moved as (
      select transfers.*, debit.code as debit, credit.code as credit
      from ledger.transfers
      join ledger.accounts debit on debit.id = debit_account
      join ledger.accounts credit on credit.id = credit_account
    ),
    clearing as (
      select 'in ' || split_part(id, ':', 2) as what, amount
      from moved where id like 'deposit:%' or id like '%\\_fee:%'
      union all
      select 'back ' || split_part(id, ':', 2), amount * case when id like '%:back' then -1 else 1 end
      from moved where id like 'card\\_refund:%' and 'processor:clearing' in (debit, credit)
      union all
      select 'disputed ' || provider_id, moved.amount
      from moved join private.disputes on disputes.uid::text = split_part(moved.id, ':', 2)
      where moved.id like 'dispute:%' and credit = 'processor:clearing'
      union all
      select 'out ' || split_part(id, ':', 2), amount
      from moved where credit in ('withdrawals:paid', 'artists:paid')
      union all
      -- What was refused waits beside the payment that it names.
      select 'in ' || payments.uid, unmatched_money.amount
      from private.unmatched_money join payments on payments.id = payment_id
      where unmatched_money.status <> 'matched'
    )
    select format('%s: %s', what, sum(amount)) as line from clearing group by what having sum(amount) <> 0`
  expectSame(
    theirs.filter((text) => !text.endsWith(': 0')),
    ours.map(({ line: text }) => text),
  )
}

function line(way: string, name: string, amount: number): string {
  return `${way} ${name}: ${amount}`
}

/** The product's own comparison with banks and chain finds nothing but the wallets that the chain does not know. */
export async function expectReconciled({ world, market }: Stage): Promise<void> {
  const { sql, env, people } = world
  const inAnHour = new Date(Date.now() + 3_600_000)
  const ctx = {
    sql,
    env,
    cards: createCardProcessor(env),
    pix: createPixProvider(env),
    log: createLogger('silent'),
  }
  await reconcile(ctx, undefined, inAnHour)
  const found = await sql<{ line: string }[]>`
    select format('%s %s', found ->> 'side', found ->> 'subject') as line
    from private.reconciliations, jsonb_array_elements(differences) found
    where id = (select max(id) from private.reconciliations)`
  const unknown = market.fans
    .filter(({ id, isOnChain }) => !isOnChain && people[id])
    .map(({ id }) => `chain ${people[id]?.wallet.toLowerCase()}`)
  expectSame(
    [],
    found.map(({ line: text }) => text).filter((text) => !unknown.includes(text)),
  )
}
