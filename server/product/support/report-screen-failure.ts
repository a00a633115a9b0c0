/** Reports a failed screen to support. */
import { ok, type Result } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Fan } from '../api/check-account.ts'
import { enqueueMail } from '../outbox.ts'

export async function raiseAlert(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  fan: Fan,
  alert: { screen: string; message: string },
): Promise<Result<{ sent: true }>> {
  return transact(ctx.sql, async (tx) => {
    await enqueueMail(tx, {
      to: ctx.env.SUPPORT_EMAIL,
      language: 'pt',
      template: 'support_alert',
      data: { screen: alert.screen, message: alert.message, person: fan.uid },
    })
    return ok({ sent: true })
  })
}
