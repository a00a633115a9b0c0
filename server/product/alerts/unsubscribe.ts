/**
 * Ending mails from the mailbox: an address that only we can make, which works without signing in. A mailbox posts to it
 * (RFC 8058); a person who opens it sees one button, because programs that look through mails open addresses too.
 */
import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { ALERT_KINDS, ALERT_TOPICS, type AlertKind, type AlertTopic, alertTopic } from '#domain/alert.ts'
import type { NotificationKind } from '#domain/notification.ts'
import { type Language, languageTag } from '#i18n/language.ts'
import type { ServerContext } from '../../context.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/sql.ts'
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
    const isOurs = known !== undefined && isSameText(given, sign(env, reader, known))
    const isEnded = isOurs && c.req.method === 'POST'
    if (isEnded) await setAlert(sql, reader, { topic: known, channel: 'mail', on: false })
    // Its reader's, as the mail was; whoever has no account by now is told in their browser's.
    const language = (isOurs && (await languageOfReader(sql, reader))) || languageOf(c)
    const say = (key: string) => alertText(`unsubscribe.${key}`, language)
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    c.header('x-robots-tag', 'noindex, nofollow')
    const words = isOurs
      ? { title: say(`${topic}.title`), text: say(isEnded ? 'done' : 'ask') }
      : { title: say('unknownTitle'), text: say('unknown') }
    const button = isOurs && !isEnded ? say('button') : null
    const shown = page({ language, product: env.PRODUCT_NAME, ...words, button, all: say('all') })
    return c.html(shown, isOurs ? 200 : 404)
  })
  return app
}

async function languageOfReader(sql: Sql, uid: string): Promise<Language | undefined> {
  const [user] = await sql<{ language: Language }[]>`select language from users where uid = ${uid}`
  return user?.language
}

type Page = {
  language: Language
  product: string
  title: string
  text: string
  button: string | null
  /** Names the way to all alerts. */
  all: string
}

function page({ language, product, title, text, button, all }: Page) {
  return html`<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${title} · ${product}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml" />
<link rel="stylesheet" href="/legal/legal.css" />
<style>
header a{display:inline-flex;align-items:center;gap:.6rem;font-size:1.25rem;font-weight:700;text-decoration:none}
button{min-height:3rem;padding:.5rem 1.5rem;border:0;border-radius:12px;background:#ff5a36;color:#1d1a17;font:inherit;font-weight:600}
</style>
</head>
<body>
<header><a href="/"><img src="/icon.svg" width="32" height="32" alt="" />${product}</a></header>
<main>
<h1>${title}</h1>
<p>${text}</p>
${button === null ? '' : html`<form method="post"><button>${button}</button></form>`}
<p><a href="/alerts">${all}</a></p>
</main>
</body>
</html>`
}

function isAlert(kind: NotificationKind): kind is AlertKind {
  return (ALERT_KINDS as readonly string[]).includes(kind)
}

function sign({ JWT_SECRET: secret }: Keys, reader: string, topic: AlertTopic): string {
  return createHmac('sha256', `unsubscribe ${secret}`).update(`${reader} ${topic}`).digest('base64url')
}
