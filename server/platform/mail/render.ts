/** Renders a mail request as a mail, in the reader's language. */
import { formatBRL } from '#domain/money.ts'
import type { NotificationKind } from '#domain/notification.ts'
import type { Mail } from '../adapters/mailer.ts'
import type { MailRequest } from '../outbox.ts'
import { type Language, mailText } from '../texts.ts'

/**
 * Where a notification and the button of its mail lead; a `link` in the data (confirmation, recovery) or an `auction`
 * takes precedence.
 */
const DESTINATION: Record<NotificationKind, string> = {
  deposit_credited: '/statement',
  purchase_ready: '/shelf',
  mint_failed: '/statement',
  bid_accepted: '/dashboard',
  bid_refused: '/statement',
  bid_failed: '/statement',
  outbid: '/dashboard',
  won: '/shelf',
  ending_soon: '/shelf',
  access_ended: '/shelf',
  token_sold: '/shelf',
  bid_released: '/statement',
  purchase_undone: '/statement',
  withdrawal_requested: '/redeem-balance',
  withdrawal_paid: '/statement',
  withdrawal_rejected: '/redeem-balance',
  withdrawal_failed: '/redeem-balance',
  refunded_to_wallet: '/statement',
  refunded_to_card: '/statement',
  card_refund_failed: '/statement',
  payment_disputed: '/statement',
  dispute_won: '/statement',
  dispute_lost: '/statement',
  debt_written_off: '/statement',
}

/** Where a notice leads: to the auction whose uid it carries, or where all of its kind lead. */
export function destinationOf(kind: NotificationKind, auction: string | null): string {
  return auction ? `/auction/${auction}` : DESTINATION[kind]
}

/** The values that are centavos, and those that are instants. */
const MONEY = ['amount', 'leading']
const INSTANTS = ['until', 'paidAt']

/** The text of a notification, in the bell and as the body of its mail. */
export function notificationText(
  kind: NotificationKind,
  language: Language,
  data: Record<string, string | number>,
): string {
  return mailText(`${kind}.body`, language, readable(data))
}

function readable(data: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (MONEY.includes(name)) return [name, formatBRL(Number(value))]
      // The surrounding sentence has its own full stop.
      if (name === 'reason') return [name, String(value).trim().replace(/\.+$/, '')]
      if (INSTANTS.includes(name)) return [name, dateTime().format(new Date(value)).replace(',', '')]
      return [name, String(value)]
    }),
  )
}

export type Platform = { publicUrl: string; product: string; support: string }

export function renderMail(request: MailRequest, platform: Platform): Mail {
  const { template, language } = request
  const { product, support } = platform
  const values: Record<string, string> = { ...readable(request.data), product, support }
  const say = (key: string) => mailText(key, language, values)

  const isNotice = template.startsWith('notice_')
  const destination = buttonOf(template, values.auction ?? null)
  const link = values.link ?? (destination ? `${platform.publicUrl}${destination}` : null)
  const paragraphs = [
    say('greeting'),
    say(`${template}.body`),
    // The id by which the reader's bank finds the payment.
    ...(values.endToEndId ? [say(`${template}.receipt`)] : []),
    // Somebody who wrote weeks ago is reminded of what they wrote.
    ...(values.question ? [say(`${template}.quoted`)] : []),
  ]
  const notes = [
    // Anybody who knows the address can trigger account mails.
    ...(destination || isNotice || template === 'support_alert' ? [] : [say('ignore')]),
    ...(isNotice ? [say(CLOSED.has(template) ? 'noticeClosed' : 'notice')] : []),
  ]
  const button = link ? { text: say(`${template}.button`), link } : null
  return {
    to: request.to,
    subject: say(`${template}.subject`),
    text: [
      ...paragraphs,
      ...(button ? [`${button.text}: ${button.link}`] : []),
      ...notes,
      say('signature'),
    ].join('\n\n'),
    html: page(language, say(`${template}.subject`), paragraphs, button, [...notes, say('signature')]),
  }
}

/** A closed account cannot be opened again. */
const CLOSED: ReadonlySet<MailRequest['template']> = new Set([
  'notice_account_erased',
  'notice_deactivated',
  'notice_deactivated_with_balance',
])

/** Where the mail's button leads when it carries no link of its own; null for a mail without a button. */
function buttonOf(template: MailRequest['template'], auction: string | null): string | null {
  if (CLOSED.has(template)) return null
  if (template.startsWith('notice_')) return '/shelf/security'
  if (template === 'dispute_alert' || template === 'unclaimed_alert') return '/admin/activity'
  if (template === 'reconciliation_alert') return '/admin/logs?tab=ledger'
  if (template === 'support_answered') return '/support'
  if (template.startsWith('proposal_')) return '/register-project'
  return isNotification(template) ? destinationOf(template, auction) : null
}

function isNotification(template: string): template is NotificationKind {
  return template in DESTINATION
}

function page(
  language: string,
  title: string,
  paragraphs: string[],
  button: { text: string; link: string } | null,
  notes: string[],
): string {
  const paragraph = (text: string, style = '') =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`
  const action = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.link)}" style="background:#e8472b;color:#fff;padding:14px 24px;border-radius:12px;text-decoration:none;font-weight:600">${escapeHtml(button.text)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f6f3ee;color:#1d1a17;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:40px 24px">
<h1 style="font-size:24px;line-height:1.2;margin:0 0 24px">${escapeHtml(title)}</h1>
${paragraphs.map((text) => paragraph(text)).join('\n')}
${action}
${notes.map((text) => paragraph(text, 'color:#6f675e;font-size:14px')).join('\n')}
</div>
</body>
</html>`
}

/** Our readers' time zone; the format is that of every screen. Made when first needed. */
let madeDateTime: Intl.DateTimeFormat | undefined
function dateTime(): Intl.DateTimeFormat {
  madeDateTime ??= new Intl.DateTimeFormat('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return madeDateTime
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
