/** What a seeded market lacks on the chain. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#server/platform/db/sql.ts'
import type { Seeded } from './seed.ts'

/** Requests contracts for the projects, and the fans' money on the chain. */
export async function bringToChain(sql: Sql, { fans }: Seeded): Promise<void> {
  await sql.unsafe(`
    update projects set is_active = false, contract_address = null;
    select chain.enqueue('deploy:' || uid, 'deploy_edition', jsonb_build_object(
      'projectUid', uid, 'name', project_name, 'symbol', symbol, 'supply', total_supply,
      'royaltyReceiver', author_wallet, 'baseURI', 'ipfs://bench', 'contractURI', 'ipfs://bench'
    ))
    from projects;
  `)
  await sql`
    select chain.enqueue('credit:' || uid, 'credit_balance', jsonb_build_object(
      'wallet', wallet, 'amount', 100000000, 'reference', uid
    ))
    from users
    where uid in ${sql(fans)}`
}

/** Resolves when the sender has nothing to send and nothing to wait for. */
export async function untilAtRest(sql: Sql): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    const open = await sql`select from chain.operations where status in ('queued', 'sent') limit 1`
    if (open.length === 0) return
    await sleep(100)
  }
  throw new Error('the transaction sender did not come to rest within two minutes')
}
