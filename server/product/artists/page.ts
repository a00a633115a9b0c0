/**
 * /artist/{token} and /invitation/{token}: the application's page, cached by nobody, indexed nowhere, and without a Referer to other sites.
 */
import { Hono } from 'hono'
import type { Shell } from '../../platform/http/web-application.ts'

export function artistPages(shell: Shell): Hono {
  const app = new Hono()
  app.on('GET', ['/artist/:token', '/invitation/:token'], async (c) =>
    c.html(await shell(), 200, {
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    }),
  )
  return app
}
