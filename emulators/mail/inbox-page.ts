/**
 * The inbox as people see it. A mail's own HTML is shown in a sandboxed frame: no scripts, no forms, no navigation.
 */
import { html } from 'hono/html'
import { page } from '../page.ts'
import type { Mail } from './inbox.ts'

export function inboxPage(mails: Mail[], publicUrl: string) {
  return page(
    'Inbox',
    html`<h1>Inbox</h1>
      <p class="muted">Every e-mail the product has sent, newest first. Nothing leaves this machine.</p>
      <table>
        <thead>
          <tr><th>To</th><th>Subject</th><th>Received</th></tr>
        </thead>
        <tbody>
          ${mails.map(
            (mail) =>
              html`<tr>
                <td>${mail.to.join(', ')}</td>
                <td><a href="${publicUrl}/read/${mail.id}">${mail.subject || '(no subject)'}</a></td>
                <td><time datetime="${mail.receivedAt}">${mail.receivedAt.replace('T', ' ').slice(0, 19)}</time></td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${mails.length === 0 ? html`<p>No e-mail yet.</p>` : ''}`,
  )
}

export function messagePage(mail: Mail, publicUrl: string) {
  return page(
    mail.subject,
    html`<p><a href="${publicUrl}">← Inbox</a></p>
      <h1>${mail.subject || '(no subject)'}</h1>
      <p class="muted">From ${mail.from} to ${mail.to.join(', ')} at ${mail.receivedAt}</p>
      ${
        mail.html === ''
          ? html`<pre>${mail.text}</pre>`
          : html`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="Message" srcdoc="${withOpenLinks(mail.html)}"></iframe>`
      }
      <h2>Links</h2>
      <ul>
        ${mail.links.map((link) => html`<li><a href="${link}">${link}</a></li>`)}
      </ul>`,
  )
}

/** Links in the frame open in a new tab, since the frame itself may not navigate the page. */
function withOpenLinks(mailHtml: string): string {
  return `<base target="_blank">${mailHtml}`
}
