/**
 * A mail as a page: tables, inline styles and plain pictures only, because mail programs run neither style sheets'
 * variables nor drawings. Everything in it also stands in the mail's plain text.
 */
import type { Language } from '../texts.ts'

export type Platform = { publicUrl: string; product: string; support: string }

export type MailPage = {
  language: Language
  platform: Platform
  title: string
  /** The work that the mail is about, shown with the ring around it. */
  work: { uid: string; name: string } | null
  paragraphs: readonly string[]
  button: { text: string; link: string } | null
  notes: readonly string[]
  /** Where such mails end. */
  end: { text: string; link: string } | null
}

const PAPER = '#f6f3ee'
const INK = '#1d1a17'
const QUIET = '#6f675e'
/** Ink on it reads at more than 6 : 1. */
const ACCENT = '#ff5a36'
const LETTERS = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

export function mailPage({
  language,
  platform,
  title,
  work,
  paragraphs,
  button,
  notes,
  end,
}: MailPage): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:${PAPER};color:${INK};font:16px/1.5 ${LETTERS}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${PAPER}"><tr><td align="center" style="padding:32px 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;text-align:left">
<tr><td style="padding-bottom:28px">${house(platform)}</td></tr>
${work ? `<tr><td style="padding-bottom:28px">${cover(work, platform, button?.link)}</td></tr>` : ''}
<tr><td>
<h1 style="font-size:26px;line-height:1.15;letter-spacing:-0.02em;margin:0 0 20px">${escapeHtml(title)}</h1>
${paragraphs.map((text) => paragraph(text)).join('\n')}
${button ? action(button) : ''}
</td></tr>
<tr><td style="border-top:1px solid #ddd6cc;padding-top:20px">
${notes.map((text) => paragraph(text, `color:${QUIET};font-size:14px`)).join('\n')}
${end ? `<p style="margin:0;font-size:14px"><a href="${escapeHtml(end.link)}" style="color:${QUIET}">${escapeHtml(end.text)}</a></p>` : ''}
</td></tr>
</table>
</td></tr></table>
</body>
</html>`
}

function house({ publicUrl, product }: Platform): string {
  return `<img src="${escapeHtml(publicUrl)}/icons/icon-192.png" width="32" height="32" alt="" style="vertical-align:middle;border-radius:8px"> <span style="vertical-align:middle;font-size:18px;font-weight:700;padding-left:6px">${escapeHtml(product)}</span>`
}

/**
 * Leads where the mail's button leads, otherwise to the work. The ring is the frame's border: a program that does not round
 * it still frames the cover.
 */
function cover({ uid, name }: { uid: string; name: string }, { publicUrl }: Platform, link?: string): string {
  const address = `${publicUrl}/p/${encodeURIComponent(uid)}`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="border:3px solid ${ACCENT};border-radius:19px;padding:5px"><a href="${escapeHtml(link ?? address)}"><img src="${escapeHtml(address)}/preview.jpg" width="504" alt="${escapeHtml(name)}" style="display:block;width:100%;height:auto;border:0;border-radius:12px;color:${INK}"></a></td></tr></table>`
}

/** What somebody wrote keeps its lines and paragraphs. */
function paragraph(text: string, style = ''): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p style="margin:0 0 16px;${style}">${escapeHtml(part).replace(/\r?\n/g, '<br>')}</p>`)
    .join('\n')
}

function action({ text, link }: { text: string; link: string }): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:12px 0 28px"><tr><td style="background:${ACCENT};border-radius:10px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:14px 26px;color:${INK};text-decoration:none;font-weight:600">${escapeHtml(text)}</a></td></tr></table>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
