/** All four doors at one address, for the table of what each operation of the clients is answered with. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { type AuthMail, createAuthDoor } from '#server/doors/auth/door.ts'
import { startRealtime } from '#server/doors/realtime/door.ts'
import { ownChanges } from '#server/doors/realtime/own-changes.ts'
import { createRestDoor } from '#server/doors/rest/door.ts'
import { createStorageDoor } from '#server/doors/storage/door.ts'
import { cleanImage, drawImage, transformImage } from '#server/platform/adapters/images.ts'
import { connect } from '#server/platform/db/sql.ts'
import { filesInFolder } from '#server/platform/files/folder.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { createLogger } from '#server/platform/log.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { type Harness, JWT_SECRET, startHarness } from './harness.ts'

export type MatrixWorld = { harness: Harness; mails: AuthMail[]; close: () => Promise<void> }

const SETTINGS = {
  emailAutoconfirm: true,
  phone: true,
  phoneAutoconfirm: true,
  anonymous: true,
  manualLinking: true,
  hideAccounts: false,
}

export async function openMatrixWorld(): Promise<MatrixWorld> {
  const database = await createTestDatabase()
  const { sql } = database
  await sql.unsafe(`
    create table public.shelves (id int primary key, slug text, words text[], span int4range, body tsvector, traits jsonb);
    insert into public.shelves values (1, 'top', '{a,b}', '[1,5)', 'fat cat', '{"n": 1}');
    create function public.shelf_count() returns bigint language sql stable as 'select count(*) from public.shelves';
    grant all on public.shelves to anon, authenticated, service_role;
    grant execute on function public.shelf_count() to anon, authenticated, service_role;`)
  const folder = await mkdtemp(join(tmpdir(), 'tune-matrix-'))
  const strangers = connect(database.url, { max: 5, role: 'authenticator', adminSecondFactor: 'off' })
  const mails: AuthMail[] = []
  const log = createLogger('silent')
  const shared = { log, jwtSecret: JWT_SECRET }
  let broadcasts = new Hono()
  const relay = new Hono().all('/*', ({ req }) =>
    broadcasts.fetch(new Request(req.url.replace('/realtime/v1', ''), req.raw as RequestInit)),
  )
  const harness = await startHarness((url) => ({
    '/auth/v1': createAuthDoor({
      ...shared,
      sql,
      clock: () => new Date(),
      apiUrl: `${url}/auth/v1`,
      siteUrl: url,
      redirectAllowList: [],
      passwordMinLength: 6,
      enqueueMail: async (_tx, mail) => void mails.push(mail),
      enqueueNotice: async () => undefined,
      clientAddress,
      settings: SETTINGS,
      limits: { mailRequests: 1000, verifyRequests: 1000, tokenRequests: 1000, mailGapSeconds: 0 },
    }),
    '/rest/v1': createRestDoor({
      ...shared,
      sql: strangers,
      clientAddress,
      settings: { plan: true },
    }) as never,
    '/realtime/v1': relay,
    '/storage/v1': createStorageDoor({
      ...shared,
      sql: strangers,
      ownerSql: sql,
      files: filesInFolder(folder),
      maxBytes: 1_000_000,
      clean: cleanImage,
      cleanedBuckets: [],
      draw: drawImage,
      transform: transformImage,
      pictureStored: async () => undefined,
    }),
  }))
  const realtime = await startRealtime(
    {
      ...shared,
      sql,
      strangerSql: strangers,
      changes: ownChanges(sql, database.url),
      clientBroadcast: true,
      clientPresence: true,
      privateChannels: true,
      clientAddress: () => 'x',
    },
    harness.server,
  )
  broadcasts = realtime.http
  return {
    harness,
    mails,
    async close() {
      await realtime.stop()
      await harness.close()
      await strangers.end()
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}
