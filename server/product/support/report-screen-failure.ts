/** Writes to support about a screen that failed for somebody, at most a few times an hour for each person. */
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { transact } from '../../platform/db/transact.ts'
import { enqueueMail } from '../../platform/outbox.ts'
import type { Fan } from '../api/fan.ts'

const PER_HOUR = 5

export async function raiseAlert(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  fan: Fan,
  alert: { screen: string; message: string },
): Promise<Result<{ sent: true }>> {
  return transact(ctx.sql, async (tx) => {
    const [row] = await tx<{ used: number }[]>`
      select private.count_use(${`alert:${fan.uid}`}, 'hour') as used`
    if ((row?.used ?? 0) > PER_HOUR) return refuse('too_many_requests')
    await enqueueMail(tx, {
      to: ctx.env.SUPPORT_EMAIL,
      language: 'pt',
      template: 'support_alert',
      data: { screen: alert.screen, message: alert.message, person: fan.uid },
    })
    return ok({ sent: true })
  })
}
