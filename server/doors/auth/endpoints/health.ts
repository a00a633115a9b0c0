import type { Context } from 'hono'

/** GET /health. Names the service whose protocol this door speaks, which clients look for. */
export function health(c: Context): Response {
  return c.json({
    version: 'v2.196.0',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  })
}
