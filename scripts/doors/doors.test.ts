// @module-tag release
/** `npm run doors` on a database that is not Tune's, by the official client. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#server/testing/database.ts'
import { freePort } from '../free-port.ts'
import { secondsOf } from './env.ts'
import { writeDoorsSchema } from './write-schema.ts'

// Of the password "test".
const BCRYPT = '$2y$10$SXEz2HeT8PUIGQXo9yeUIem8KzNxgG0d7o/.eGj2rj8KbRgAuRVlq'

type Standing = { url: string; anonKey: string; serviceKey: string }

/** The doors in a process of their own, on an empty database with one table. */
async function standingDoors(only: string[] = []): Promise<Standing> {
  const database = await createTestDatabase({ empty: true })
  await database.sql.unsafe(`
    create table songs (id int primary key, title text, singer text default 'somebody');
    do $$ begin create role anon nologin noinherit; exception when duplicate_object then null; end $$;
    grant select, insert on songs to anon`)
  const folder = await mkdtemp(join(tmpdir(), 'doors-'))
  const process_ = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...only], {
    env: {
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      LOG_LEVEL: 'error',
      PGRST_DB_URI: database.url,
      GOTRUE_JWT_SECRET: 'some secret that is nobody else’s, of 32 bytes',
      GOTRUE_MAILER_AUTOCONFIRM: 'true',
      PGRST_DB_AGGREGATES_ENABLED: 'true',
      FILE_STORAGE_BACKEND_PATH: folder,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(process_, 'exit')
  onTestFinished(async () => {
    process_.kill()
    await gone
    await rm(folder, { recursive: true })
    await database.drop()
  })
  const ended = gone.then(() => Promise.reject(new Error('the doors ended before they answered')))
  const [line] = (await Promise.race([once(createInterface(process_.stdout), 'line'), ended])) as [string]
  ended.catch(() => undefined)
  await database.sql`alter publication supabase_realtime add table songs`
  return JSON.parse(line)
}

function clientOf({ url }: Standing, key: string): SupabaseClient {
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  onTestFinished(async () => {
    await client.realtime.disconnect()
  })
  return client
}

test('the four doors serve the official client on any database', async () => {
  const doors = await standingDoors()
  const fan = clientOf(doors, doors.anonKey)
  const allowed = await fetch(`${doors.url}/rest/v1/songs`, { method: 'OPTIONS' })
  expect(allowed.headers.get('allow')).toContain('GET')
  const signedUp = await fan.auth.signUp({ email: 'ana@tune.test', password: 'secret' })
  expect(signedUp).toMatchObject({ error: null, data: { session: { access_token: expect.any(String) } } })

  const role = { role: 'editor', password_hash: BCRYPT, email: 'eva@tune.test', email_confirm: true }
  const made = await clientOf(doors, doors.serviceKey).auth.admin.createUser(role)
  expect(made).toMatchObject({ error: null, data: { user: { role: 'editor' } } })
  const moved = await clientOf(doors, doors.anonKey).auth.signInWithPassword({
    email: role.email,
    password: 'test',
  })
  expect(moved.error).toBeNull()

  const stranger = clientOf(doors, doors.anonKey)
  const heard: unknown[] = []
  const told = new Promise<void>((resolve) => {
    stranger
      .channel('songs')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'songs' }, ({ new: row }) =>
        heard.push(row),
      )
      .on('system' as never, {} as never, (() => resolve()) as never)
      .subscribe()
  })
  await told
  expect((await stranger.from('songs').insert({ id: 1, title: 'Maré' })).error).toBeNull()
  expect((await stranger.from('songs').select('count()').single()).data).toEqual({ count: 1 })
  await expect.poll(() => heard).toEqual([{ id: 1, title: 'Maré', singer: 'somebody' }])

  const { storage } = clientOf(doors, doors.serviceKey)
  expect((await storage.createBucket('words', { public: true })).error).toBeNull()
  expect((await storage.from('words').upload('maré.txt'.replace('é', 'e'), 'as ondas')).error).toBeNull()
  const address = storage.from('words').getPublicUrl('mare.txt').data.publicUrl
  expect(await (await fetch(address)).text()).toBe('as ondas')
})

test('one of them alone stands at the root, as its original does', async () => {
  const { url } = await standingDoors(['rest'])
  expect(await (await fetch(`${url}/songs?select=id`)).json()).toEqual([])
  expect((await fetch(`${url}/auth/v1/health`)).status).toBe(404)
})

test('schema.sql is what Tune’s migrations make of the doors’ schemas', async () => {
  const { sql, drop } = await createTestDatabase()
  onTestFinished(drop)
  const committed = await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8')
  expect(await writeDoorsSchema(sql), 'npm run schema writes it anew').toBe(committed)
})

test.each([
  ['60', 60],
  ['60s', 60],
  ['1m30s', 90],
  ['0.5h', 1800],
  ['500ms', 0.5],
])('%s is a duration as GoTrue writes it', (duration, seconds) => {
  expect(secondsOf(duration)).toBeCloseTo(seconds)
})
