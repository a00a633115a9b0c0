/** Errors of the API Pix: RFC 7807, with the error's name as the last part of the type. */
import type { Context } from 'hono'

export function problem(
  c: Context,
  status: 400 | 401 | 403 | 404 | 409,
  name: string,
  detail: string,
): Response {
  const type = `https://pix.bcb.gov.br/api/v2/error/${name}`
  return c.json({ type, title: name, status, detail }, status, { 'content-type': 'application/problem+json' })
}
