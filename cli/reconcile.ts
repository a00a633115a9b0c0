/** Starts a comparison of the ledger with the providers and the chain, and waits for its findings. */
import { arePayoutsHeld } from '#server/platform/backup/restoration.ts'
import { reconcile } from '#server/product/operations/reconcile.ts'
import { withProduct } from './product.ts'

export const usage = [
  ['reconcile', 'compares the ledger with cards, PIX and chain; ends with 1 when they differ'],
] as const

const HELD =
  'Payouts wait since the restore. Explain those above that the PIX provider alone knows (/admin/logs, tab Conferência), and compare again.'

type Found = { compared: number; differences: unknown[] }

export function run(): Promise<number> {
  return withProduct(async (product) => {
    await reconcile(product)
    const [found] = await product.sql<Found[]>`
      select compared, differences from private.reconciliations order by id desc limit 1`
    const { compared = 0, differences = [] } = found ?? {}
    product.say(`${compared} compared, ${differences.length} differ.`)
    for (const difference of differences) product.say(`  ${JSON.stringify(difference)}`)
    const isHeld = await arePayoutsHeld(product.sql)
    if (isHeld) product.say(HELD)
    return differences.length === 0 && !isHeld ? 0 : 1
  })
}
