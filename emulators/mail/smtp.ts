/** The SMTP side: no authentication and no TLS, because it listens on the loopback address only. */
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Control } from '../control.ts'
import type { Inbox, Mail } from './inbox.ts'
import { comesBack, isUnknown } from './reports.ts'

type Received = Omit<Mail, 'id' | 'deliveries'>

const LARGEST_MAIL_BYTES = 25 * 1024 * 1024

/**
 * An SMTP server that stores each mail in `inbox`, or hands it to `returned` where nobody reads it. A scripted `fail` is
 * answered 451, "try again later".
 */
export function createSmtp(inbox: Inbox, control: Control, returned: (mail: Received) => void): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideSTARTTLS: true,
    size: LARGEST_MAIL_BYTES,
    onRcptTo({ address }, _session, done) {
      if (!isUnknown(address.toLowerCase())) return done()
      const refused = new Error('5.1.1 Recipient address rejected: no such mailbox')
      done(Object.assign(refused, { responseCode: 550 }))
    },
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
          const mail = received(recipients, await PostalMime.parse(Buffer.concat(chunks)))
          if (recipients.some(comesBack)) returned(mail)
          else inbox.add(mail)
        }
        receive().then(() => done(), done)
      })
    },
  })
}

function received(to: string[], email: Email): Received {
  const text = email.text ?? ''
  const html = email.html ?? ''
  return {
    to,
    from: email.from?.address ?? '',
    replyTo: email.replyTo?.[0]?.address ?? '',
    subject: email.subject ?? '',
    text,
    html,
    links: linksIn(html, text),
    receivedAt: new Date().toISOString(),
    messageId: email.messageId ?? '',
  }
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
