/** Lists refused webhooks, and applies one again. */
import { operationsCalls } from '#server/product/operations/contract.ts'
import { replayWebhook } from '#server/product/operations/repeat-failed.ts'
import { findAdministrator } from '#server/product/people/find-administrator.ts'
import { UsageError, withProduct } from './product.ts'

export const usage = [
  ['webhook list', 'what the card processor and the PIX network said that was refused, newest first'],
  ['webhook replay {number} --as {e-mail}', 'has one applied again, in the name of that administrator'],
] as const

const MOST = 50

export function run([action, number, as, email]: string[]): Promise<number> {
  if (action === 'list') return withProduct(list)
  if (action !== 'replay' || !/^\d+$/.test(number ?? '') || as !== '--as' || !email) {
    throw new UsageError('webhook list | webhook replay {number} --as {e-mail}')
  }
  return withProduct(async ({ sql, say }) => {
    const uid = await findAdministrator(sql, email, operationsCalls['POST /admin/webhooks/{id}/replay'].roles)
    if (!uid) throw new UsageError(`${email} is no administrator who may do that.`)
    const replayed = await replayWebhook(sql, Number(number), {
      uid,
      address: null,
      door: 'command-line',
    })
    if (!replayed.ok) throw new UsageError(`Webhook ${number} does not exist, or was applied already.`)
    say(`Webhook ${number} will be applied again by the next worker.`)
    return 0
  })
}

async function list({ sql, say }: Parameters<Parameters<typeof withProduct>[0]>[0]): Promise<number> {
  const events = await sql<{ number: number; provider: string; type: string; outcome: string; at: Date }[]>`
    select number, provider, type, outcome, received_at as at
    from private.webhook_events
    where outcome like 'refused%'
    order by number desc
    limit ${MOST}`
  for (const { number, provider, type, outcome, at } of events)
    say([number, at.toISOString(), provider, type, outcome].join('  '))
  if (events.length === 0) say('None was refused.')
  return 0
}
