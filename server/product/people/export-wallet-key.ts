/** Giving a person the key of their wallet. It is told before it is given: a lost answer leaves a mail too many, never one too few. */

import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { WalletKey } from '../../platform/adapters/custodian.ts'
import { withRetries } from '../../platform/db/transact.ts'
import type { Fan } from '../api/check-account.ts'
import { enqueueMail } from '../outbox.ts'

/** `network`: the caller's address. Each time is one more row and one more mail. */
export async function exportWalletKey(
  { custodian, sql, log }: Pick<ServerContext, 'custodian' | 'sql' | 'log'>,
  { uid, email, language }: Fan,
  network: string,
): Promise<Result<WalletKey>> {
  if (!custodian.exportKey) return refuse('wallet_key_elsewhere')
  let key: WalletKey | null
  try {
    key = await custodian.exportKey(uid)
  } catch (fault) {
    log.error({ err: fault }, 'the custodian gave no key')
    return refuse('wallet_unavailable')
  }
  if (!key) return refuse('wallet_key_elsewhere')
  const { address: wallet } = key
  await withRetries(sql, async (tx) => {
    await tx`
      insert into private.fan_key_exports (user_id, wallet, network)
      values (${uid}, ${wallet}, ${network})`
    await enqueueMail(tx, { to: email, language, template: 'notice_wallet_key_exported', data: { wallet } })
  })
  return ok(key)
}
