/** The background jobs, by the name they are added under. Each is safe to run again. */
import type { JobHelpers, TaskList } from 'graphile-worker'
import type { ServerContext } from '../context.ts'
import { pruneAuth } from '../doors/auth/prune.ts'
import { drawUsual, removeBytes } from '../doors/storage/renditions.ts'
import { sweepFiles } from '../doors/storage/sweep-files.ts'
import { drawImage } from '../platform/adapters/images.ts'
import { capRetryDelay } from '../platform/jobs/cap-retry-delay.ts'
import { sendMail } from '../platform/jobs/send-mail.ts'
import { pruneAlerts, sendAlerts } from './alerts/send-alerts.ts'
import { unsubscribeAddress } from './alerts/unsubscribe.ts'
import { pruneInvitations } from './artists/invitations.ts'
import { payOutArtist } from './artists/pay-out-artist.ts'
import { mailGift } from './gifts/mail-gift.ts'
import { returnDueGifts } from './gifts/return-gifts.ts'
import { issueInvoices } from './invoices/issue-invoices.ts'
import { pruneMarket } from './market/prune.ts'
import { releaseBidsOf } from './market/release-bids.ts'
import { notificationMail } from './notifications/notifications.ts'
import { pushNotification } from './notifications/push-notification.ts'
import { renderMail } from './notifications/render-mail.ts'
import { countConversion, countFigures } from './operations/count-figures.ts'
import { reconcile } from './operations/reconcile.ts'
import type { JobPayloads } from './outbox.ts'
import { applyCardEvent } from './payments/apply-card-event.ts'
import { applyPixEvent } from './payments/apply-pix-event.ts'
import { askForDisputes } from './payments/ask-disputes.ts'
import { askForRefunds } from './payments/ask-refunds.ts'
import { applyIntentReport, pendingPayment } from './payments/check-payment.ts'
import { closePixPayment } from './payments/close-pix-payment.ts'
import { refundToCard } from './refunds/refund-to-card.ts'
import { revokeDisputed } from './refunds/revoke-disputed.ts'
import { sessionLifetimes } from './sign-in/session-lifetimes.ts'
import { pruneFiles } from './support/prune-files.ts'
import { lookAround } from './troubles/public.ts'
import { payOutWithdrawal } from './withdrawals/pay-out-withdrawal.ts'

/** The schedule of the recurring ones, in UTC. */
export const CRONTAB = `
30 6 * * * prune
45 6 * * * sweep-files
0 7 * * * reconcile
* * * * * send-alerts
* * * * * return-gifts
* * * * * count-figures
* * * * * issue-invoices
* * * * * hasten-jobs
13 * * * * count-conversion
41 * * * * look-around
27 * * * * ask-disputes
`

type Tasks = {
  [Name in keyof JobPayloads]: (payload: JobPayloads[Name], helpers: JobHelpers) => Promise<unknown>
}

/** The queue hands each task what `enqueueJob`, or SQL, has stored under its name. */
export const createTasks = (ctx: ServerContext): TaskList => tasksOf(ctx) as TaskList

function tasksOf(ctx: ServerContext): Tasks {
  const { PUBLIC_URL: publicUrl, PRODUCT_NAME: product, SUPPORT_EMAIL: support } = ctx.env
  const platform = { publicUrl, product, support }
  const { files } = ctx
  return {
    'send-mail': (payload, { job }) => sendMail(ctx, job, renderMail(payload, platform)),
    'mail-notification': async ({ notification }, { job }) => {
      const found = await notificationMail(ctx.sql, notification)
      if (!found) return
      const unsubscribe = unsubscribeAddress(ctx.env, found)
      await sendMail(ctx, job, renderMail(found.mail, platform, unsubscribe))
    },
    'push-notification': (payload) => pushNotification(ctx, payload),
    'pay-out-withdrawal': ({ uid }) => payOutWithdrawal(ctx, uid),
    'pay-out-artist': ({ uid }) => payOutArtist(ctx, uid),
    'refund-to-card': ({ uid }) => refundToCard(ctx, uid),
    'revoke-disputed-token': async ({ paymentId }) => {
      // Trying again later is what the queue does with a job that fails.
      if (!(await revokeDisputed(ctx, paymentId))) throw new Error('the token is still being made')
    },
    'remove-files': (payload) => removeBytes(files, payload.files),
    'sweep-files': () => sweepFiles(ctx),
    'draw-picture': (payload) => drawUsual(files, drawImage, payload),
    'release-bids': ({ fan }) => releaseBidsOf(ctx.sql, fan),
    'apply-card-event': ({ eventId }) => applyCardEvent(ctx, eventId),
    'check-payment': async ({ paymentId }) => {
      const payment = await pendingPayment(ctx, paymentId)
      if (!payment) return
      let report = await ctx.cards.findIntent(payment)
      // The bank asked for confirmation, and nobody answered while the unit was reserved: the offer has lapsed.
      if (report?.status === 'requires_action') report = await ctx.cards.cancelIntent(report.intentId)
      const settled = await applyIntentReport(ctx, paymentId, report)
      // The queue retries failed jobs.
      if (!settled) throw new Error(`payment ${payment.uid} is still with its payer`)
    },
    'apply-pix-event': ({ eventId }) => applyPixEvent(ctx, eventId),
    'check-pix-payment': async ({ paymentId }) => {
      const payment = await pendingPayment(ctx, paymentId)
      if (!payment) return
      // It has expired: the code is withdrawn, unless it was paid meanwhile.
      const settled = await closePixPayment(ctx, paymentId, await ctx.pix.cancelCharge(payment.uid))
      if (!settled) throw new Error(`payment ${payment.uid} can still be paid`)
    },
    'mail-gift': ({ gift }) => mailGift(ctx, gift),
    'return-gifts': () => returnDueGifts(ctx.sql),
    'send-alerts': () => sendAlerts(ctx.sql),
    'issue-invoices': () => issueInvoices(ctx),
    'hasten-jobs': () => capRetryDelay(ctx.sql),
    'count-figures': () => countFigures(ctx.sql),
    'count-conversion': () => countConversion(ctx.sql),
    reconcile: () => reconcile(ctx),
    'look-around': () => lookAround(ctx),
    'ask-disputes': async () => {
      await askForDisputes(ctx)
      await askForRefunds(ctx)
    },
    prune: async () => {
      await pruneAuth(ctx.sql, sessionLifetimes(ctx.env), new Date())
      await pruneMarket(ctx.sql)
      await pruneAlerts(ctx.sql)
      await pruneInvitations(ctx.sql)
      await pruneFiles(ctx.sql)
    },
  }
}
