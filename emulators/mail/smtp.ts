/** The SMTP side: no authentication and no TLS, because it listens on the loopback address only. */
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Control } from '../control.ts'
import type { Inbox } from './inbox.ts'

const LARGEST_MAIL_BYTES = 25 * 1024 * 1024

/** An SMTP server that stores each mail in `inbox`. A scripted `fail` is answered 451, "try again later". */
export function createSmtp(inbox: Inbox, control: Control): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideSTARTTLS: true,
    size: LARGEST_MAIL_BYTES,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', done)
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase())
        const scripted = control.takeNext()
        const receive = async () => {
          if (scripted !== undefined && scripted.delay_ms > 0) await sleep(scripted.delay_ms)
          const status = scripted?.outcome === 'fail' ? 451 : 250
          control.record({ method: 'DATA', path: recipients.join(', '), status, detail: null })
          if (status === 451) {
            throw Object.assign(new Error('A scripted failure: try again later'), { responseCode: 451 })
          }
          keep(inbox, recipients, await PostalMime.parse(Buffer.concat(chunks)))
        }
        receive().then(() => done(), done)
      })
    },
  })
}

function keep(inbox: Inbox, to: string[], email: Email): void {
  const text = email.text ?? ''
  const html = email.html ?? ''
  inbox.add({
    to,
    from: email.from?.address ?? '',
    subject: email.subject ?? '',
    text,
    html,
    links: linksIn(html, text),
    receivedAt: new Date().toISOString(),
    messageId: email.messageId ?? '',
  })
}

/** The addresses in `href`s, then those in the text that were not among them. */
function linksIn(html: string, text: string): string[] {
  const hrefs = [...html.matchAll(/href\s*=\s*["'](https?:\/\/[^"']+)["']/gi)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  )
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([link]) =>
    link.replace(/[.,;:!?]+$/, ''),
  )
  return [...new Set([...hrefs, ...inText])]
}
