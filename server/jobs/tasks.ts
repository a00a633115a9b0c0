/** The background jobs, by the name they are added under. Each is safe to run again. */
import { join } from 'node:path'
import type { TaskList } from 'graphile-worker'
import { drawImage } from '../adapters/images.ts'
import { pruneAuth } from '../auth/prune.ts'
import { applyCardEvent } from '../commands/apply-card-event.ts'
import { applyPixEvent } from '../commands/apply-pix-event.ts'
import { applyIntentReport, pendingPayment } from '../commands/check-payment.ts'
import { closePixPayment } from '../commands/close-pix-payment.ts'
import { countConversion, countFigures } from '../commands/count-figures.ts'
import { hastenJobs } from '../commands/hasten-jobs.ts'
import { pruneMarket } from '../commands/prune-market.ts'
import { releaseBidsOf } from '../commands/release-bids.ts'
import { revokeDisputed } from '../commands/revoke-disputed.ts'
import type { ServerContext } from '../context.ts'
import { renderMail } from '../mail/render.ts'
import type { MailRequest } from '../outbox.ts'
import { notificationMail } from '../queries/notifications.ts'
import { drawUsual, removeBytes, type Stored } from '../storage/renditions.ts'
import { payOutArtist } from './pay-out-artist.ts'
import { payOutWithdrawal } from './pay-out-withdrawal.ts'
import { type PushJob, pushNotification } from './push-notification.ts'
import { reconcile } from './reconcile.ts'
import { refundToCard } from './refund-to-card.ts'
import { sendMail } from './send-mail.ts'

/** When the recurring ones run, in UTC. */
export const CRONTAB = `
30 6 * * * prune
0 7 * * * reconcile
* * * * * count-figures
* * * * * hasten-jobs
13 * * * * count-conversion
`

export function createTasks(ctx: ServerContext): TaskList {
  const { PUBLIC_URL: publicUrl, PRODUCT_NAME: product, SUPPORT_EMAIL: support } = ctx.env
  const house = { publicUrl, product, support }
  const files = join(ctx.env.DATA_DIR, 'storage')
  return {
    'send-mail': (payload, { job }) => sendMail(ctx, job, renderMail(payload as MailRequest, house)),
    'mail-notification': async (payload, { job }) => {
      const mail = await notificationMail(ctx.sql, (payload as { notification: number }).notification)
      if (mail) await sendMail(ctx, job, renderMail(mail, house))
    },
    'push-notification': (payload) => pushNotification(ctx, payload as PushJob),
    'pay-out-withdrawal': (payload) => payOutWithdrawal(ctx, (payload as { uid: string }).uid),
    'pay-out-artist': (payload) => payOutArtist(ctx, (payload as { uid: string }).uid),
    'refund-to-card': (payload) => refundToCard(ctx, (payload as { uid: string }).uid),
    'revoke-disputed-token': async (payload) => {
      const { paymentId } = payload as { paymentId: number }
      // Trying again later is what the queue does with a job that fails.
      if (!(await revokeDisputed(ctx, paymentId))) throw new Error('the token is still being made')
    },
    'remove-files': async (payload) => {
      for (const file of (payload as { files: Stored[] }).files) await removeBytes(files, file)
    },
    'draw-picture': (payload) => drawUsual(files, drawImage, payload as Stored),
    'release-bids': async (payload) => {
      await releaseBidsOf(ctx.sql, (payload as { fan: string }).fan)
    },
    'apply-card-event': async (payload) => {
      await applyCardEvent(ctx, (payload as { eventId: string }).eventId)
    },
    'check-payment': async (payload) => {
      const { paymentId } = payload as { paymentId: number }
      const payment = await pendingPayment(ctx, paymentId)
      if (!payment) return
      let report = await ctx.cards.findIntent(payment)
      // The bank asked, and nobody answered while the unit was set aside: the offer is over.
      if (report?.status === 'requires_action') report = await ctx.cards.cancelIntent(report.intentId)
      const settled = await applyIntentReport(ctx, paymentId, report)
      // Trying again later is what the queue does with a job that fails.
      if (!settled) throw new Error(`payment ${payment.uid} is still with its payer`)
    },
    'apply-pix-event': async (payload) => {
      await applyPixEvent(ctx, (payload as { eventId: string }).eventId)
    },
    'check-pix-payment': async (payload) => {
      const { paymentId } = payload as { paymentId: number }
      const payment = await pendingPayment(ctx, paymentId)
      if (!payment) return
      // Its time is over: the code is withdrawn, unless it was paid meanwhile.
      const settled = await closePixPayment(ctx, paymentId, await ctx.pix.cancelCharge(payment.uid))
      if (!settled) throw new Error(`payment ${payment.uid} can still be paid`)
    },
    'hasten-jobs': () => hastenJobs(ctx.sql),
    'count-figures': () => countFigures(ctx.sql),
    'count-conversion': () => countConversion(ctx.sql),
    reconcile: () => reconcile(ctx),
    prune: async () => {
      await pruneAuth(ctx.sql, new Date())
      await pruneMarket(ctx.sql)
    },
  }
}
