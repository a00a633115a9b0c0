/** Pushes one notification to one device. */

import type { ServerContext } from '../../context.ts'
import { pushText } from '../../platform/texts.ts'
import { enqueueJob, type JobPayloads } from '../outbox.ts'
import { destinationOf } from './destination.ts'
import { readPushNotification } from './push-message.ts'
import { forgetPushSubscription } from './push-subscriptions.ts'

type PushJob = JobPayloads['push-notification']

/** An access window begins or ends; that may wake a device that saves its battery. */
const URGENT: ReadonlySet<string> = new Set(['won', 'ending_soon'])

/**
 * A lost answer makes the job run again, so the same message may be sent twice; its topic and its tag let the second
 * replace the first, at the push service and on the screen. A busy push service is given the time it asks for, as
 * long as the notification has not expired. Throws when it refused the message without saying until when.
 */
export async function pushNotification(ctx: ServerContext, job: PushJob): Promise<void> {
  const notification = await readPushNotification(ctx.sql, job.notification, job.subscription)
  if (!notification) return
  const ttl = Math.floor((notification.staleAt.getTime() - Date.now()) / 1000)
  if (ttl <= 0) return
  // A locked screen is read by others too: no amounts, and nobody's name.
  const say = (part: string) =>
    pushText(`${notification.kind}.${part}`, notification.language, notification.project)
  const tag = `news-${job.notification}`
  const text = JSON.stringify({
    title: say('title'),
    body: say('body'),
    path: destinationOf(notification.kind, notification.place),
    language: notification.language,
    tag,
  })
  const answer = await ctx.push.send(notification.endpoint, notification.keys, {
    text,
    ttl,
    urgency: URGENT.has(notification.kind) ? 'high' : 'normal',
    topic: tag,
  })
  if (answer === 'accepted') return
  if (answer === 'gone') return forgetPushSubscription(ctx.sql, job.subscription)
  await ctx.sql.begin((tx) => enqueueJob(tx, 'push-notification', job, { runAt: answer.after }))
}
