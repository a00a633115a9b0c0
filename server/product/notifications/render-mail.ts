/** Renders a mail request as a mail, in the reader's language. */
import { formatBRL } from '#domain/money.ts'
import type { NotificationKind } from '#domain/notification.ts'
import type { Mail } from '../../platform/adapters/mailer.ts'
import { mailPage, type Platform } from '../../platform/mail/page.ts'
import {
  failureText,
  type Language,
  mailText,
  momentInSaoPaulo,
  statementText,
} from '../../platform/texts.ts'
import type { MailRequest } from '../outbox.ts'
import { destinationOf, leadsSomewhere, type Place } from './destination.ts'

/** The values that are centavos, those that are instants, and those that are basis points. */
const MONEY = ['amount', 'leading', 'paid', 'tip', 'fee', 'feeKept', 'keptFee', 'spentFee']
const INSTANTS = ['until', 'paidAt', 'opens']
const RATES = ['irrf', 'iss', 'inss', 'irrfWas', 'issWas', 'inssWas']

/** The text of a notification, in the bell and as the body of its mail. */
export function notificationText(
  kind: NotificationKind,
  language: Language,
  data: Record<string, string | number>,
): string {
  return [
    mailText(bodyOf(kind, data), language, readable(data, language)),
    ...keptMoney(kind, data, language),
  ].join(' ')
}

/** Why money that arrived was not used, where a rule of ours says so, and that its fee stays; nothing in what was kept before that was said. */
function keptMoney(
  template: MailRequest['template'],
  data: Record<string, string | number>,
  language: Language,
): string[] {
  const { failure, spentFee } = data
  const why = failure === undefined || isSpare(template, data) ? null : failureText(String(failure), language)
  return [
    ...(why ? [mailText('failedFor', language, { why })] : []),
    ...(spentFee ? [mailText('spentFee', language, readable(data, language))] : []),
  ]
}

/** Whether it is about a payment that was not needed: its reader had what it was for. */
const isSpare = (template: MailRequest['template'], { failure }: { failure?: unknown }) =>
  template === 'mint_failed' && failure === 'already_owned'

/** What such a text says of its reader's own money, as it is written there; null for none, and for what others pay or ask. */
export function ownAmountOf(kind: NotificationKind, { amount }: { amount?: unknown }): string | null {
  return amount === undefined || kind === 'unit_below' ? null : formatBRL(Number(amount))
}

/**
 * Whoever never pressed play is not thanked for listening, a dispute is worded for what was paid, and for what it ended,
 * a gift that came back for why it did, and, but in the oldest notices, a bid for how long the money is held or that its project
 * closed, a gift for whom it is, a publication for when its sale opens, a role by its name, and a refund that nobody asked us for.
 */
function bodyOf(
  template: MailRequest['template'],
  data: {
    unplayed?: unknown
    paidFor?: unknown
    returnedFor?: unknown
    until?: unknown
    receiver?: unknown
    opens?: unknown
    role?: unknown
    elsewhere?: unknown
    closed?: unknown
    paidForIt?: unknown
    failure?: unknown
  },
): string {
  if (isSpare(template, data)) return `${template}.spare`
  if (data.elsewhere) return `${template}.elsewhere`
  if (typeof data.returnedFor === 'string') return `${template}.${data.returnedFor}`
  if (typeof data.paidFor === 'string') return `${template}.${data.paidFor}`
  if ((template === 'outbid' || template === 'bid_accepted') && data.until) return `${template}.held`
  if (template === 'bid_released' && data.closed) return `${template}.closed`
  if (template === 'bid_released' && data.paidForIt) return `${template}.paidForIt`
  if (template === 'work_published' && data.opens) return `${template}.opening`
  if (data.receiver || (template === 'role_changed' && data.role)) return `${template}.named`
  return `${template}.${data.unplayed ? 'unplayed' : 'body'}`
}

function readable(data: Record<string, string | number>, language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (MONEY.includes(name)) return [name, formatBRL(Number(value))]
      // The surrounding sentence has its own full stop.
      if (name === 'reason') return [name, String(value).trim().replace(/\.+$/, '')]
      if (name === 'method') return [name, statementText(`receipt.methods.${value}`, language)]
      if (name === 'role') return [name, mailText(`role_changed.roles.${value}`, language, {})]
      if (RATES.includes(name)) return [name, `${(Number(value) / 100).toLocaleString(language)}%`]
      if (INSTANTS.includes(name)) return [name, momentInSaoPaulo(new Date(value), language)]
      return [name, String(value)]
    }),
  )
}

/** `unsubscribe`: the address at which its reader wants no more mails of this kind. */
export function renderMail(request: MailRequest, platform: Platform, unsubscribe?: string): Mail {
  const { template, language } = request
  const { product, support } = platform
  const supportPage = `${platform.publicUrl}/support`
  const values: Record<string, string> = {
    ...readable(request.data, language),
    product,
    support,
    supportPage,
  }
  if (values.receipt) values.receipt = `${platform.publicUrl}/statement/${encodeURIComponent(values.receipt)}`
  const say = (key: string) => mailText(key, language, values)

  const isNotice = template.startsWith('notice_')
  const subject = say(`${template}.${isSpare(template, request.data) ? 'spareSubject' : 'subject'}`)
  const destination = buttonOf(template, request.data)
  const link = values.link ?? (destination ? `${platform.publicUrl}${destination}` : null)
  const paragraphs = [
    // Whoever answers greets in their own words.
    ...(template === 'support_answered' ? [] : [say('greeting')]),
    say(bodyOf(template, request.data)),
    ...keptMoney(template, request.data, language),
    ...(values.receipt ? [paidInWords(request.data, language, values)] : []),
    ...(['withdrawal_rejected', 'payment_disputed'].includes(template) ? [say('supportPage')] : []),
    ...(values.feeKept ? [say(`${template}.feeKept`)] : []),
    // By another name than that of a refund: the version before has no words for it here.
    ...(values.keptFee ? [say(`${template}.keptFee`)] : []),
    // The id by which the reader's bank finds the payment.
    ...(values.endToEndId ? [say(`${template}.receipt`)] : []),
    // Files stay in the conversation, to which the button leads.
    ...(values.attached ? [say(`${template}.attached`)] : []),
    // Somebody who wrote weeks ago is reminded of what they wrote; a gift and an acceptance bring what was written.
    ...(values.question || values.words ? [say(`${template}.quoted`)] : []),
    ...(values.replyTo ? [say(`${template}.reply`)] : []),
    ...inOther(request, platform),
  ]
  const notes = [
    // Anybody who knows the address can trigger account mails. Only somebody in the account asks to change its address: the body says what to do.
    ...(destination || isNotice || SAID_OTHERWISE.has(template)
      ? []
      : [say(INVITATIONS.has(template) ? 'ignoreInvitation' : 'ignore')]),
    ...(isNotice ? [say(noteOf(template))] : []),
  ]
  // Where a mail leads is one thing, and which work it is about another.
  const pictured = values.cover ?? values.work
  const button = link ? { text: textOfButton(request), link } : null
  return {
    to: request.to,
    subject,
    text: [
      ...paragraphs,
      ...(button ? [`${button.text}: ${button.link}`] : []),
      ...notes,
      say('signature'),
      ...(unsubscribe ? [`${say('unsubscribe')}: ${unsubscribe}`] : []),
    ].join('\n\n'),
    html: mailPage({
      language,
      platform,
      title: subject,
      work: pictured && values.project ? { uid: pictured, name: values.project } : null,
      paragraphs,
      button,
      notes: [...notes, say('signature')],
      end: unsubscribe ? { text: say('unsubscribe'), link: unsubscribe } : null,
    }),
    ...(unsubscribe && { unsubscribe }),
    ...(values.replyTo && { replyTo: values.replyTo }),
  }
}

/** What was paid, with what besides a price, how and when, and where its receipt is. */
function paidInWords(data: MailRequest['data'], language: Language, values: Record<string, string>): string {
  const say = (key: string, more = {}) => mailText(key, language, { ...values, ...more })
  const beside = [
    ...(Number(data.tip ?? 0) > 0 ? [say('paidTip')] : []),
    ...(Number(data.fee ?? 0) > 0 ? [say('paidFee')] : []),
  ]
  const parts = new Intl.ListFormat(language).format(beside)
  return [
    parts ? say('paidWith', { parts }) : say('paidTotal'),
    ...(values.unit ? [say('paidUnit')] : []),
    say('paidReceipt'),
  ].join(' ')
}

/** The body once more, for a reader whose language is not known. */
function inOther({ template, alsoIn, data }: MailRequest, { product, support }: Platform): string[] {
  if (!alsoIn) return []
  const values = { ...readable(data, alsoIn), product, support }
  return [`${mailText('greeting', alsoIn, values)} ${mailText(bodyOf(template, data), alsoIn, values)}`]
}

function textOfButton({ template, language, alsoIn }: MailRequest): string {
  return [language, ...(alsoIn ? [alsoIn] : [])]
    .map((one) => mailText(`${template}.button`, one, {}))
    .join(' · ')
}

/** Mails that are not to be ignored, or say themselves what to do. */
const SAID_OTHERWISE: ReadonlySet<MailRequest['template']> = new Set([
  'support_alert',
  'gift',
  'gift_closed',
  'email_change_current',
])

/** Nobody asked for these, least of all their reader. */
const INVITATIONS: ReadonlySet<MailRequest['template']> = new Set(['invite', 'artist_invitation'])

/** What else whoever it was not can do. */
function noteOf(template: MailRequest['template']): 'noticeClosed' | 'noticeUndoable' | 'notice' {
  if (CLOSED.has(template)) return 'noticeClosed'
  return UNDOABLE.has(template) ? 'noticeUndoable' : 'notice'
}

/** Their button takes the change back. */
const UNDOABLE: ReadonlySet<MailRequest['template']> = new Set([
  'notice_factor_added',
  'notice_identity_linked',
])

/** Nobody signs in to a closed account to look. */
const CLOSED: ReadonlySet<MailRequest['template']> = new Set([
  'notice_account_erased',
  'notice_deactivated',
  'notice_deactivated_with_balance',
])

/** Where the mail's button leads when it carries no link of its own; null for a mail without a button. */
function buttonOf(template: MailRequest['template'], place: Place & { request?: unknown }): string | null {
  if (CLOSED.has(template)) return null
  if (template.startsWith('notice_')) return '/shelf/security'
  if (['dispute_alert', 'unclaimed_alert', 'cards_alert'].includes(template)) return '/admin/activity'
  if (template === 'reconciliation_alert') return '/admin/logs?tab=ledger'
  if (template === 'payout_alert') return '/admin/requests?tab=stuck'
  if (template === 'support_answered') return `/support/${place.request}`
  if (template === 'artist_key' || template.startsWith('artist_work_')) return '/studio'
  if (template === 'artist_paid' || template === 'artist_payout_failed') return '/studio?tab=payouts'
  if (template === 'role_changed') return '/admin/team'
  if (template.startsWith('proposal_')) return '/register-project'
  return leadsSomewhere(template) ? destinationOf(template, place) : null
}
