/**
 * Ending mails from the mailbox: an address that only we can make, which works without signing in. A mailbox posts to it
 * (RFC 8058); a person who opens it sees one button, because programs that look through mails open addresses too.
 */
import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { ALERT_KINDS, ALERT_TOPICS, type AlertKind, type AlertTopic, alertTopic } from '#domain/alert.ts'
import type { NotificationKind } from '#domain/notification.ts'
import { languageTag } from '#i18n/language.ts'
import type { ServerContext } from '../../context.ts'
import type { Env } from '../../env.ts'
import { languageOf } from '../../platform/http/language.ts'
import { isSameText } from '../../platform/same-text.ts'
import { alertText } from '../../platform/texts.ts'
import { setAlert } from './settings.ts'

type Keys = Pick<Env, 'JWT_SECRET' | 'PUBLIC_URL'>

/** Where the reader of a mail ends its kind; undefined for mails about money and access, which always come. */
export function unsubscribeAddress(
  env: Keys,
  { reader, kind }: { reader: string; kind: NotificationKind },
): string | undefined {
  if (!isAlert(kind)) return undefined
  const topic = alertTopic(kind)
  return `${env.PUBLIC_URL}/unsubscribe/${reader}/${topic}/${sign(env, reader, topic)}`
}

export function unsubscribePages({ sql, env }: Pick<ServerContext, 'sql' | 'env'>): Hono {
  const app = new Hono()
  app.on(['GET', 'POST'], '/unsubscribe/:reader/:topic/:sign', async (c) => {
    const { reader, topic, sign: given } = c.req.param()
    const known = ALERT_TOPICS.find((one) => one === topic)
    const language = languageOf(c)
    const say = (key: string) => alertText(`unsubscribe.${key}`, language)
    const isOurs = known !== undefined && isSameText(given, sign(env, reader, known))
    if (isOurs && c.req.method === 'POST')
      await setAlert(sql, reader, { topic: known, channel: 'mail', on: false })
    const [title, text] = isOurs
      ? [say(`${topic}.title`), say(c.req.method === 'POST' ? 'done' : 'ask')]
      : [say('unknownTitle'), say('unknown')]
    const button =
      isOurs && c.req.method === 'GET'
        ? html`<form method="post"><button>${say('button')}</button></form>`
        : ''
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    c.header('x-robots-tag', 'noindex, nofollow')
    return c.html(
      html`<!doctype html>
<html lang="${languageTag(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>
body{margin:0;background:#f6f3ee;color:#1d1a17;font:18px/1.5 system-ui,sans-serif}
main{max-width:32rem;margin:0 auto;padding:4rem 1.5rem}
h1{font-size:1.75rem;line-height:1.2}
button{min-height:3rem;padding:.5rem 1.5rem;border:0;border-radius:12px;background:#b8321a;color:#fff;font:inherit;font-weight:600}
a{color:inherit}
</style></head>
<body><main><h1>${title}</h1><p>${text}</p>${button}<p><a href="/alerts">${say('all')}</a></p></main></body>
</html>`,
      isOurs ? 200 : 404,
    )
  })
  return app
}

function isAlert(kind: NotificationKind): kind is AlertKind {
  return (ALERT_KINDS as readonly string[]).includes(kind)
}

function sign({ JWT_SECRET: secret }: Keys, reader: string, topic: AlertTopic): string {
  return createHmac('sha256', `unsubscribe ${secret}`).update(`${reader} ${topic}`).digest('base64url')
}
