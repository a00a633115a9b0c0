/**
 * The identity providers Google, Facebook and Apple, each an issuer of its own based on the same certified OpenID
 * provider.
 */
import { Hono } from 'hono'
import { Control } from '../control.ts'
import { openDatabase } from '../database.ts'
import type { Emulator } from '../emulator.ts'
import { RECORDS_SCHEMA } from './adapter.ts'
import { KEYS_SCHEMA } from './keys.ts'
import { PEOPLE_SCHEMA } from './people.ts'
import { createVendor } from './vendor.ts'

export type IdentityOptions = {
  dataDir: string
  publicUrl: string
  /** The auth door's `/callback`, to which people return. */
  redirectUris: string[]
  /** By vendor; without an entry the vendor's own name serves as both. */
  clients?: Partial<Record<VendorName, { id: string; secret: string }>>
}

const VENDORS = { google: 'Google', facebook: 'Facebook', apple: 'Apple' } as const
type VendorName = keyof typeof VENDORS

/** The outcome for the next visitor of a login page: a refusal, a failure, or an unverified address. */
const OUTCOMES = ['deny', 'error', 'unverified'] as const

export async function createIdentity(options: IdentityOptions): Promise<Emulator> {
  const db = openDatabase(options.dataDir, 'identity', RECORDS_SCHEMA + PEOPLE_SCHEMA + KEYS_SCHEMA)
  const control = new Control(db, OUTCOMES)
  const app = new Hono()
  for (const [name, title] of Object.entries(VENDORS) as [VendorName, string][]) {
    const client = options.clients?.[name] ?? { id: name, secret: `${name}-secret` }
    const vendor = await createVendor(db, control, {
      name,
      title,
      clientId: client.id,
      clientSecret: client.secret,
      redirectUris: options.redirectUris,
      publicUrl: options.publicUrl,
    })
    app.route(`/${name}`, vendor.app)
  }
  app.get('/pictures/:letter', (c) => {
    const letter = c.req
      .param('letter')
      .slice(0, 1)
      .replace(/[^\p{L}\p{N}]/u, '?')
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="#3b4a6b"/><text x="40" y="54" font-size="40" text-anchor="middle" fill="#fff" font-family="sans-serif">${letter}</text></svg>`
    return c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'max-age=3600' })
  })
  app.route(
    '/_control',
    control.routes(() => db.exec('delete from records; delete from people; delete from told')),
  )
  return { app, close: async () => db.close() }
}
