/** The background jobs, by the name they are added under. Each is safe to run again. */
import { join } from 'node:path'
import type { TaskList } from 'graphile-worker'
import type { ServerContext } from '../context.ts'
import { pruneAuth } from '../doors/auth/prune.ts'
import { drawUsual, removeBytes, type Stored } from '../doors/storage/renditions.ts'
import { drawImage } from '../platform/adapters/images.ts'
import { capRetryDelay } from '../platform/jobs/cap-retry-delay.ts'
import { sendMail } from '../platform/jobs/send-mail.ts'
import { renderMail } from '../platform/mail/render.ts'
import type { MailRequest } from '../platform/outbox.ts'
import { payOutArtist } from './artists/pay-out-artist.ts'
import { pruneMarket } from './market/prune.ts'
import { releaseBidsOf } from './market/release-bids.ts'
import { notificationMail } from './notifications/notifications.ts'
import { type PushJob, pushNotification } from './notifications/push-notification.ts'
import { countConversion, countFigures } from './operations/count-figures.ts'
import { reconcile } from './operations/reconcile.ts'
import { applyCardEvent } from './payments/apply-card-event.ts'
import { applyPixEvent } from './payments/apply-pix-event.ts'
import { applyIntentReport, pendingPayment } from './payments/check-payment.ts'
import { closePixPayment } from './payments/close-pix-payment.ts'
import { refundToCard } from './refunds/refund-to-card.ts'
import { revokeDisputed } from './refunds/revoke-disputed.ts'
import { payOutWithdrawal } from './withdrawals/pay-out-withdrawal.ts'

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
    'hasten-jobs': () => capRetryDelay(ctx.sql),
    'count-figures': () => countFigures(ctx.sql),
    'count-conversion': () => countConversion(ctx.sql),
    reconcile: () => reconcile(ctx),
    prune: async () => {
      await pruneAuth(ctx.sql, new Date())
      await pruneMarket(ctx.sql)
    },
  }
}
