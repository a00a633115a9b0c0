/** How the API Pix says no: RFC 7807, with the error's name as the type's last part. */
import type { Context } from 'hono'

export function problem(c: Context, status: 400 | 401 | 404 | 409, name: string, detail: string): Response {
  const type = `https://pix.bcb.gov.br/api/v2/error/${name}`
  return c.json({ type, title: name, status, detail }, status, { 'content-type': 'application/problem+json' })
}
