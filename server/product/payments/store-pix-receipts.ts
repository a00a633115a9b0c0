/** Keeps what the PIX network says has arrived, once for each `endToEndId`. */
import type { PixReceipt } from '#domain/pix.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { storeWebhookEvents } from '../../platform/http/store-webhook-events.ts'

/** The names under which they are kept, known before or not. */
export async function storePixReceipts(sql: Sql, receipts: PixReceipt[]): Promise<string[]> {
  const events = receipts.map((receipt) => ({
    id: `pix:${receipt.endToEndId}`,
    type: 'pix.received',
    payload: receipt,
  }))
  await storeWebhookEvents(sql, 'pix', events)
  return events.map(({ id }) => id)
}
