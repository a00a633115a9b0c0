/** What a browser loads: the `window.Stripe` script, the pages inside its frames, and the 3-D Secure answer. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { transaction } from '../database.ts'
import type { ApiOptions } from './api.ts'
import type { Call, Handler } from './call.ts'
import { completeChallenge } from './confirmation.ts'
import { StripeFailure } from './errors.ts'
import { parseForm } from './form.ts'
import { newId } from './store.ts'
import { createWalletMethod, isRegistered } from './wallets.ts'

type Options = Pick<ApiOptions, 'store' | 'publicUrl' | 'afterCommit'>

const TYPES = { js: 'text/javascript', html: 'text/html', css: 'text/css' } as const

/** Addresses under /v3 and the files in browser/ that answer them. */
const FILES: Record<string, string> = {
  '/': 'stripe.js',
  '/stripe.js': 'stripe.js',
  '/field': 'field.html',
  '/field.js': 'field.js',
  '/field-texts.js': 'field-texts.js',
  '/field-style.js': 'field-style.js',
  '/card-rules.js': 'card-rules.js',
  '/challenge/:id': 'challenge.html',
  '/challenge.js': 'challenge.js',
  '/express': 'express.html',
  '/express.js': 'express.js',
  '/sheet': 'sheet.html',
  '/sheet.js': 'sheet.js',
}

export function browserPages(options: Options): Hono {
  const app = new Hono()
  for (const [path, file] of Object.entries(FILES)) {
    const content = readFileSync(join(import.meta.dirname, 'browser', file), 'utf8')
    const type = TYPES[file.split('.').at(-1) as keyof typeof TYPES]
    const headers = {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-cache',
      // The script's errors reach the page's own error reports only when it is readable across origins.
      'access-control-allow-origin': '*',
    }
    app.get(path, () => new Response(content, { headers }))
  }
  app.post('/challenge/:id', (c) => answerPage(c, options, completeChallenge))
  app.post('/sheet', (c) => answerPage(c, options, createWalletMethod))
  app.get('/express/domain', (c) => c.json({ registered: isRegistered(options, c.req.query('name') ?? '') }))
  app.get('/wallets', (c) => {
    const has = (c.req.query('has') ?? '').replaceAll(/[^\w.]/g, '')
    setCookie(c, 'wallets', has, { path: '/', sameSite: 'Lax' })
    return c.text(
      has === '' ? 'This browser has no wallet.' : `This browser has: ${has.replaceAll('.', ', ')}.`,
    )
  })
  return app
}

/** Answers what a page of ours sends, which comes without a key's rights. */
async function answerPage(c: Context, options: Options, handler: Handler): Promise<Response> {
  const call: Call = {
    store: options.store,
    params: parseForm(await c.req.text()),
    id: c.req.param('id') ?? '',
    key: 'publishable',
    language: 'en',
    publicUrl: options.publicUrl,
    requestId: newId('req'),
    idempotencyKey: null,
    scripted: undefined,
    now: Math.floor(Date.now() / 1000),
  }
  try {
    const result = transaction(options.store.db, () => handler(call))
    options.afterCommit()
    return c.json(result)
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return c.json({ error: error.body }, 404)
  }
}
