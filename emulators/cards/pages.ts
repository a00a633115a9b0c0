/** What a browser loads: the `window.Stripe` script, the pages inside its frames, and the 3-D Secure answer. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { transaction } from '../database.ts'
import type { ApiOptions } from './api.ts'
import type { Call } from './call.ts'
import { completeChallenge } from './confirmation.ts'
import { StripeFailure } from './errors.ts'
import { parseForm } from './form.ts'
import { newId } from './store.ts'

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
  app.post('/challenge/:id', async (c) => {
    const call: Call = {
      store: options.store,
      params: parseForm(await c.req.text()),
      id: c.req.param('id'),
      key: 'publishable',
      language: 'en',
      publicUrl: options.publicUrl,
      requestId: newId('req'),
      idempotencyKey: null,
      scripted: undefined,
      now: Math.floor(Date.now() / 1000),
    }
    try {
      const result = transaction(options.store.db, () => completeChallenge(call))
      options.afterCommit()
      return c.json(result)
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error
      return c.json({ error: error.body }, 404)
    }
  })
  return app
}
