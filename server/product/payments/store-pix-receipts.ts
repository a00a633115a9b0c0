/** Stores what the PIX network reports as received, once for each `endToEndId`. */
import type { PixReceipt } from '#domain/pix.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { storeWebhookEvents } from '../../platform/http/store-webhook-events.ts'

/** Their ids in our table, known before or not. */
export async function storePixReceipts(sql: Sql, receipts: PixReceipt[]): Promise<string[]> {
  const events = receipts.map((receipt) => ({
    id: `pix:${receipt.endToEndId}`,
    type: 'pix.received',
    payload: receipt,
  }))
  await storeWebhookEvents(sql, 'pix', events)
  return events.map(({ id }) => id)
}
