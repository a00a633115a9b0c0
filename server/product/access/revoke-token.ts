/**
 * The platform revokes a token that was never played: because its price was refunded, or because a bank disputed it.
 */
import * as v from 'valibot'
import { SONG_STATUSES, TOKEN_STATUSES } from '#domain/token.ts'
import { enqueueChain } from '../../platform/chain-operations.ts'
import { centavos, count, parseRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { readPlatformWallet } from '../../platform/platform-wallet.ts'
import { freeUnit, type ReturnedShares } from '../market/public.ts'

/** The token that a payment bought, with what is needed to undo its sale. */
const boughtTokenRow = v.object({
  id: rowId,
  uid: v.string(),
  /** Whoever paid: of a gift, its giver. */
  fan: v.string(),
  /** Theirs; null once they have been erased. */
  wallet: v.nullable(v.string()),
  /** The holder's; null once they have been erased. */
  holderWallet: v.nullable(v.string()),
  status: v.picklist(TOKEN_STATUSES),
  statusSong: v.picklist(SONG_STATUSES),
  amount: centavos,
  /** What was paid beside its price. */
  tip: centavos,
  projectId: rowId,
  projectUid: v.string(),
  project: v.string(),
  edition: v.string(),
  authorWallet: v.string(),
  unitId: rowId,
  unit: count,
})
export type BoughtToken = v.InferOutput<typeof boughtTokenRow>

/** Locked against play and settlement; read after all due windows have ended. The caller holds the market's lock. */
export async function lockTokenOf(tx: Tx, paymentId: number): Promise<BoughtToken | null> {
  await tx`
    select market.settle_windows(project_id) from mints where payment_id = ${paymentId}`
  await tx`select from mints where payment_id = ${paymentId} for no key update`
  const token = parseRow(
    boughtTokenRow,
    await tx`
      select mints.id, mints.uid, payments.user_id as fan, payer.wallet, holder.wallet as "holderWallet",
        mints.status, status_song as "statusSong", mints.amount, tip, projects.id as "projectId", projects.uid as "projectUid", project_name as project,
        contract_address as edition, author_wallet as "authorWallet", units.id as "unitId", units.number as unit
      from mints
      join payments on payments.id = mints.payment_id
      join users payer on payer.uid = payments.user_id
      join users holder on holder.uid = mints.user_id
      join projects on projects.id = mints.project_id
      join units on units.id = mints.unit_id
      where mints.payment_id = ${paymentId}`,
  )
  return token ?? null
}

/** Locks the market that a payment was for, if any: before accounts and tokens, in the order used everywhere. */
export async function lockMarketOf(tx: Tx, paymentId: number): Promise<void> {
  await tx`select market.lock(array(
    select project_id from payments where id = ${paymentId} and project_id is not null))`
}

/**
 * Ends a live, unplayed token: its access is over, its unit is free, and the chain is told what each party returned.
 * The caller moves the money, and settles the market last.
 */
export async function revokeToken(
  tx: Tx,
  why: 'refund' | 'dispute',
  token: BoughtToken,
  shares: ReturnedShares,
): Promise<void> {
  const ended = parseRow(
    v.object({ at: v.date() }),
    await tx`
      update mints
      set status = 'expired', ended_at = clock_timestamp(), revoked_for = ${why}
      where id = ${token.id}
      returning ended_at as at`,
  )
  await freeUnit(tx, token.unitId)
  await tx`select market.withdraw_gift(${token.id}, ${why === 'refund' ? 'refunded' : 'disputed'})`
  await recordReturn(tx, token, ended?.at ?? new Date(), shares)
}

/** Has the chain record that a token's access ended `at`, and that whoever paid has the shares again. */
export async function recordReturn(
  tx: Tx,
  token: Pick<BoughtToken, 'uid' | 'wallet' | 'holderWallet' | 'edition' | 'unit' | 'authorWallet'>,
  at: Date,
  shares: ReturnedShares,
): Promise<void> {
  const { uid, wallet, holderWallet } = token
  if (wallet === null || holderWallet === null) {
    await burnShares(tx, { key: `return:${uid}`, reference: uid }, token.authorWallet, shares)
    if (wallet === null) return
    const amount = shares.author + shares.platform
    return enqueueChain(tx, `return:${uid}:payer`, 'credit_balance', { wallet, amount, reference: uid })
  }
  await enqueueChain(tx, `return:${uid}`, 'return_sale', {
    edition: token.edition,
    unit: token.unit,
    wallet: holderWallet,
    expires: Math.floor(at.getTime() / 1000),
    shares: [
      { wallet: token.authorWallet, amount: shares.author },
      { wallet: await readPlatformWallet(tx), amount: shares.platform },
    ],
    reference: uid,
    ...(wallet !== holderWallet && { payer: wallet }),
  })
}

/**
 * In the public mirror of the wallets both give `shares` up, with no recipient there. `key` is the prefix of the
 * records' names.
 */
export async function burnShares(
  tx: Tx,
  { key, reference }: { key: string; reference: string },
  authorWallet: string,
  { author, platform }: ReturnedShares,
): Promise<void> {
  const burn = (leg: string, wallet: string, amount: number) =>
    enqueueChain(tx, `${key}:${leg}`, 'debit_balance', { wallet, amount, reference })
  if (author > 0) await burn('author', authorWallet, author)
  if (platform > 0) await burn('platform', await readPlatformWallet(tx), platform)
}
