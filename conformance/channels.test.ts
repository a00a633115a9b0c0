/** The official realtime client where clients talk to each other: broadcasts, presence, private channels. */
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { REALTIME_BUDGET } from '#server/doors/realtime/budget.ts'
import { startRealtime } from '#server/doors/realtime/door.ts'
import { ownChanges } from '#server/doors/realtime/own-changes.ts'
import type { BroadcastSource } from '#server/doors/realtime/topics.ts'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { createLogger } from '#server/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { become, clientOf, RELEASES } from './clients.ts'
import { type Harness, JWT_SECRET, startHarness } from './harness.ts'

describe.each(RELEASES)('the client $release', (release) => {
  let database: TestDatabase
  let strangers: Sql
  let harness: Harness
  let realtime: Awaited<ReturnType<typeof startRealtime>>
  const clients: SupabaseClient[] = []
  const ended = new Set<string>()
  let asked = 0

  /** A topic on which the server speaks. */
  const clock: BroadcastSource = {
    owns: (name) => name === 'clock',
    open: async () => ({ snapshot: () => ({}), close: () => undefined }),
    follows: () => false,
    onChange: () => undefined,
    onGap: () => undefined,
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    await database.sql`
    create policy open_rooms_read on realtime.messages for select to authenticated
      using (realtime.topic() like 'room:%' or realtime.topic() like 'read-only:%')`
    await database.sql`
    create policy open_rooms_write on realtime.messages for insert to authenticated
      with check (realtime.topic() like 'room:%')`
    strangers = connect(database.url, { max: 5, role: 'authenticator' })
    harness = await startHarness(() => ({}))
    realtime = await startRealtime(
      {
        sql: database.sql,
        strangerSql: strangers,
        changes: ownChanges(database.sql, database.url),
        jwtSecret: JWT_SECRET,
        log: createLogger('silent'),
        clientBroadcast: true,
        clientPresence: true,
        privateChannels: true,
        sessionCheckMs: 50,
        mayWatch(claims) {
          asked++
          return !ended.has(String(claims.session_id))
        },
        clientAddress: () => 'x',
      },
      harness.server,
      [clock],
    )
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.realtime.disconnect()
  })
  afterAll(async () => {
    await realtime.stop()
    await harness.close()
    await strangers.end()
    await database.drop()
  })

  const tokenOf = (claims: Record<string, unknown>) =>
    new SignJWT({ role: 'authenticated', aud: 'authenticated', sub: crypto.randomUUID(), ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JWT_SECRET))

  async function newClient(
    vsn: string,
    claims: Record<string, unknown> | null = null,
  ): Promise<SupabaseClient> {
    const token = claims && (await tokenOf(claims))
    // The endpoint is mounted nowhere: it is asked directly.
    const client = clientOf(harness, token, { release, vsn, fetch: ask as typeof fetch })
    if (token) await become(client, token)
    clients.push(client)
    return client
  }
  function ask(address: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(String(address))
    return Promise.resolve(realtime.http.request(pathname.replace('/realtime/v1', '') + search, init))
  }
  const joined = (channel: RealtimeChannel) =>
    new Promise<void>((resolve, reject) => {
      channel.subscribe((status, fault) => {
        if (status === 'SUBSCRIBED') resolve()
        if (status === 'CHANNEL_ERROR') reject(fault)
      })
    })
  type Heard = { event: string; payload: unknown }
  function hear(channel: RealtimeChannel): Heard[] {
    const heard: Heard[] = []
    channel.on('broadcast', { event: '*' }, ({ event, payload }) => heard.push({ event, payload }))
    return heard
  }
  const newTopic = (kind = 'room') => `${kind}:${crypto.randomUUID()}`

  describe.each(['1.0.0', '2.0.0'])('broadcasts in protocol %s', (vsn) => {
    test.each([false, true])('reach the others, and oneself if one asks (private: %s)', async (isPrivate) => {
      const topic = newTopic()
      const config = { private: isPrivate, broadcast: { ack: true } }
      const speaker = (await newClient(vsn, {})).channel(topic, {
        config: { ...config, broadcast: { ack: true, self: true } },
      })
      const listener = (await newClient(vsn === '1.0.0' ? '2.0.0' : '1.0.0', {})).channel(topic, { config })
      const [own, others] = [hear(speaker), hear(listener)]
      await Promise.all([joined(speaker), joined(listener)])
      const said = { type: 'broadcast', event: 'hello', payload: { n: 1, ç: '🙂' } } as const
      expect(await speaker.send(said)).toBe('ok')
      expect(await listener.send({ ...said, event: 'back' })).toBe('ok')
      await expect.poll(() => [own.length, others.length]).toEqual([2, 1])
      expect(own[0]).toEqual({ event: 'hello', payload: said.payload })
      expect(others).toEqual([{ event: 'hello', payload: said.payload }])
    })

    test('stay in their room: a private one and a public one of the same name are two', async () => {
      const topic = newTopic()
      const open = (await newClient(vsn)).channel(topic)
      const closed = (await newClient(vsn, {})).channel(topic, {
        config: { private: true, broadcast: { ack: true } },
      })
      const heard = hear(open)
      await Promise.all([joined(open), joined(closed)])
      expect(await closed.send({ type: 'broadcast', event: 'secret', payload: {} })).toBe('ok')
      const other = (await newClient(vsn)).channel(topic, { config: { broadcast: { ack: true } } })
      await joined(other)
      await other.send({ type: 'broadcast', event: 'open', payload: {} })
      await expect.poll(() => heard.map(({ event }) => event)).toEqual(['open'])
    })

    release.onlyNewest('come by the endpoint too (newest client)', async () => {
      const topic = newTopic()
      const listener = (await newClient(vsn, {})).channel(topic, { config: { private: true } })
      const heard = hear(listener)
      await joined(listener)
      const outside = (await newClient(vsn)).channel(topic, { config: { private: true } })
      // Nobody may write there without an account, and nobody is told.
      expect(await outside.httpSend('dropped', { n: 0 })).toEqual({ success: true })
      const person = (await newClient(vsn, {})).channel(topic, { config: { private: true } })
      expect(await person.httpSend('sent', { n: 2 })).toEqual({ success: true })
      const send = async (claims: Record<string, unknown>) =>
        ask(`${harness.url}/realtime/v1/api/broadcast`, {
          method: 'POST',
          headers: { authorization: `Bearer ${await tokenOf(claims)}`, 'content-type': 'application/json' },
          body: JSON.stringify({ messages: [{ topic, event: 'heard', payload: { n: 1 }, private: true }] }),
        })
      ended.add('signed-out')
      expect((await send({ session_id: 'signed-out' })).status).toBe(403)
      expect((await send({})).status).toBe(202)
      await expect
        .poll(() => heard)
        .toEqual([
          { event: 'sent', payload: { n: 2 } },
          { event: 'heard', payload: { n: 1 } },
        ])
    })

    test('presence: who is there, who comes, who changes and who goes', async () => {
      const topic = newTopic()
      const config = (key: string) => ({ config: { presence: { key } } })
      const ana = (await newClient(vsn)).channel(topic, config('ana'))
      const seen: string[] = []
      ana.on('presence', { event: 'join' }, ({ key, newPresences }) =>
        seen.push(`+${key} ${newPresences[0]?.mood}`),
      )
      ana.on('presence', { event: 'leave' }, ({ key }) => seen.push(`-${key}`))
      ana.on('presence', { event: 'sync' }, () => undefined)
      await joined(ana)
      expect(await ana.track({ mood: 'calm' })).toBe('ok')
      const bia = (await newClient(vsn)).channel(topic, config('bia'))
      bia.on('presence', { event: 'sync' }, () => undefined)
      await joined(bia)
      await expect.poll(() => Object.keys(bia.presenceState())).toEqual(['ana'])
      expect(await bia.track({ mood: 'glad' })).toBe('ok')
      await expect.poll(() => Object.keys(ana.presenceState()).sort()).toEqual(['ana', 'bia'])
      await bia.track({ mood: 'sad' })
      await expect.poll(() => ana.presenceState().bia).toMatchObject([{ mood: 'sad' }])
      await bia.untrack()
      await expect.poll(() => Object.keys(ana.presenceState())).toEqual(['ana'])
      await bia.track({ mood: 'back' })
      await expect.poll(() => Object.keys(ana.presenceState()).length).toBe(2)
      await clients.at(-1)?.realtime.disconnect()
      await expect.poll(() => Object.keys(ana.presenceState())).toEqual(['ana'])
      expect(seen).toContain('+bia glad')
      expect(seen.at(-1)).toBe('-bia')
    })
  })

  describe('what the database says', () => {
    test('reaches its topic once it is committed, and stays nowhere', async () => {
      const topic = newTopic()
      const states: string[] = []
      const config = { private: true, broadcast: { replication_ready: true } as object }
      const channel = (await newClient('2.0.0', {})).channel(topic, { config })
      const open = (await newClient('2.0.0')).channel(topic)
      channel.on(
        'system' as never,
        {} as never,
        (({ message }: { message: string }) => states.push(message)) as never,
      )
      const [heard, others] = [hear(channel), hear(open)]
      await Promise.all([joined(channel), joined(open)])
      await expect.poll(() => states).toContain('Replication connection established')
      await database.sql
        .begin(async (tx) => {
          await tx`select realtime.send('{"n": 0}', 'undone', ${topic})`
          throw new Error('undo')
        })
        .catch(() => undefined)
      await database.sql`select realtime.send('{"n": 1}', 'said', ${topic})`
      await database.sql`select realtime.send('{"n": 2}', 'open', ${topic}, false)`
      await expect
        .poll(() => [heard, others])
        .toEqual([[{ event: 'said', payload: { n: 1 } }], [{ event: 'open', payload: { n: 2 } }]])
      expect(await database.sql`select from realtime.messages`).toHaveLength(0)
    })

    release.onlyNewest('bytes reach whoever can hear them, unchanged', async () => {
      const topic = newTopic()
      const channel = (await newClient('2.0.0', {})).channel(topic, { config: { private: true } })
      const old = (await newClient('1.0.0', {})).channel(topic, { config: { private: true } })
      const [heard, others] = [hear(channel), hear(old)]
      await Promise.all([joined(channel), joined(old)])
      const bytes = Buffer.from([0xde, 0xad, 0x00, 0xff])
      await database.sql`select realtime.send_binary(${bytes}, 'bytes', ${topic})`
      await database.sql`select realtime.send('{"n": 1}', 'text', ${topic})`
      await expect.poll(() => others).toEqual([{ event: 'text', payload: { n: 1 } }])
      await expect.poll(() => heard.length).toBe(2)
      const [first] = heard as { event: string; payload: ArrayBuffer }[]
      expect([first?.event, Buffer.from(first?.payload ?? new ArrayBuffer(0))]).toEqual(['bytes', bytes])
    })

    test('in a trigger, how a row was changed; and nothing for whom no policy lets speak', async () => {
      const topic = newTopic()
      await database.sql.unsafe(`
      create table public.notes (id integer primary key, value text);
      grant insert on public.notes to authenticated;
      create function public.tell_note() returns trigger language plpgsql as $$
      begin
        perform realtime.broadcast_changes('${topic}', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      grant execute on function public.tell_note() to authenticated;
      create trigger tell_note after insert or update or delete on public.notes
        for each row execute function public.tell_note();`)
      const channel = (await newClient('2.0.0', {})).channel(topic, { config: { private: true } })
      const heard = hear(channel)
      await joined(channel)
      const insertAs = (role: string, id: number) =>
        database.sql.begin(async (tx) => {
          await tx`select set_config('role', ${role}, true)`
          await tx`insert into public.notes values (${id}, 'x')`
        })
      await database.sql`create policy none on realtime.messages as restrictive for insert to authenticated
      with check (realtime.topic() <> ${database.sql.unsafe(`'${topic}'`)})`
      await insertAs('authenticated', 1)
      await database.sql`drop policy none on realtime.messages`
      await insertAs('authenticated', 2)
      await database.sql`update public.notes set value = 'y' where id = 2`
      await database.sql`delete from public.notes where id = 2`
      await expect.poll(() => heard.length).toBe(3)
      const change = { schema: 'public', table: 'notes' }
      const [before, after] = [
        { id: 2, value: 'x' },
        { id: 2, value: 'y' },
      ]
      expect(heard.map(({ payload }) => payload)).toEqual([
        { ...change, operation: 'INSERT', record: before, old_record: null },
        { ...change, operation: 'UPDATE', record: after, old_record: before },
        { ...change, operation: 'DELETE', record: null, old_record: after },
      ])
      await database.sql`drop table public.notes`
      await database.sql`drop function public.tell_note()`
    })
  })

  release.onlyNewest('bytes reach who can read them (newest client)', async () => {
    const topic = newTopic()
    const speaker = (await newClient('2.0.0')).channel(topic, { config: { broadcast: { ack: true } } })
    const young = (await newClient('2.0.0')).channel(topic)
    const old = (await newClient('1.0.0')).channel(topic)
    const [bytes, words] = [hear(young), hear(old)]
    await Promise.all([joined(speaker), joined(young), joined(old)])
    const payload = new Uint8Array([0xca, 0xfe, 0, 255]).buffer
    expect(await speaker.send({ type: 'broadcast', event: 'raw', payload })).toBe('ok')
    await speaker.send({ type: 'broadcast', event: 'word', payload: {} })
    await expect.poll(() => [bytes.length, words.length]).toEqual([2, 1])
    expect([...new Uint8Array(bytes[0]?.payload as ArrayBuffer)]).toEqual([0xca, 0xfe, 0, 255])
  })

  describe('private channels', () => {
    test('are for whom a policy lets in, by what the token says', async () => {
      const closed = newTopic('closed')
      for (const [claims, topic] of [
        [{}, closed],
        [null, newTopic()],
      ] as const) {
        const channel = (await newClient('2.0.0', claims)).channel(topic, { config: { private: true } })
        await expect(joined(channel)).rejects.toThrow(
          `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
        )
      }
      const service = (await newClient('2.0.0', { role: 'service_role' })).channel(closed, {
        config: { private: true },
      })
      await joined(service)
      expect(await database.sql`select from realtime.messages`).toHaveLength(0)
    })

    test('have no memory of what was said before', async () => {
      const config = { private: true, broadcast: { replay: { since: 0 } } }
      const channel = (await newClient('2.0.0', {})).channel(newTopic(), { config })
      await expect(joined(channel)).rejects.toThrow('UnableToReplayMessages')
    })

    release.onlyNewest.each([
      [true, 'unauthorized'],
      [{ ttl: 60 }, 'unauthorized'],
      [{ ttl: 0 }, 'invalid_persist_ttl'],
      [{ ttl: REALTIME_BUDGET.persistence.limit + 1 }, 'invalid_persist_ttl'],
    ])(
      'keep nothing: a message that asks for it (%j) is refused (newest client)',
      async (persist, refusal) => {
        const [topic, config] = [newTopic(), { private: true, broadcast: { ack: true } }]
        const speaker = (await newClient('2.0.0', {})).channel(topic, { config })
        const heard = hear((await newClient('2.0.0', {})).channel(topic, { config }))
        await joined(speaker)
        expect(await speaker.send({ type: 'broadcast', event: 'kept', payload: {}, persist })).toBe(refusal)
        await expect(speaker.httpSend('kept', {}, { persist })).rejects.toThrow('not stored')
        expect(await speaker.send({ type: 'broadcast', event: 'said', payload: {} })).toBe('ok')
        expect(heard).toEqual([])
      },
    )

    test('where one may only listen', async () => {
      const topic = newTopic('read-only')
      const config = { private: true, broadcast: { ack: true } }
      const mute = (await newClient('2.0.0', {})).channel(topic, { config })
      const service = (await newClient('2.0.0', { role: 'service_role' })).channel(topic, { config })
      const heard = [hear(mute), hear(service)]
      await Promise.all([joined(mute), joined(service)])
      expect(await mute.send({ type: 'broadcast', event: 'no', payload: {} })).toBe('error')
      expect(await mute.track({})).toBe('error')
      expect(await service.send({ type: 'broadcast', event: 'yes', payload: {} })).toBe('ok')
      await expect.poll(() => heard.map((some) => some.map(({ event }) => event))).toEqual([['yes'], []])
    })

    test('end when a new token opens them no more', async () => {
      const client = await newClient('2.0.0', {})
      const channel = client.channel(newTopic(), { config: { private: true } })
      let state = ''
      await new Promise<void>((resolve) => {
        channel.subscribe((status) => {
          state = status
          if (status === 'SUBSCRIBED') resolve()
        })
      })
      await become(client, harness.anonKey)
      await expect.poll(() => state).toBe('CLOSED')
    })
  })

  describe('what ends', () => {
    test('a session: its channels close, those of others stay', async () => {
      const session = crypto.randomUUID()
      const states: Record<string, string> = {}
      for (const [name, claims, topic] of [
        ['gone', { session_id: session }, newTopic()],
        ['gone too', { session_id: session }, 'clock'],
        ['stays', { session_id: crypto.randomUUID() }, 'clock'],
      ] as const) {
        const channel = (await newClient('1.0.0', claims)).channel(topic)
        await new Promise<void>((resolve) => {
          channel.subscribe((status) => {
            states[name] = status
            if (status === 'SUBSCRIBED') resolve()
          })
        })
      }
      ended.add(session)
      await expect.poll(() => [states.gone, states['gone too']]).toEqual(['CLOSED', 'CLOSED'])
      // Each session is asked about once a round, and a round later everything is as it was.
      const before = asked
      await expect.poll(() => asked).toBeGreaterThan(before + 1)
      expect(states.stays).toBe('SUBSCRIBED')
    })
  })

  describe('limits', () => {
    const open = async (path = '') => {
      const address = `${harness.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${harness.anonKey}${path}`
      const socket = new WebSocket(address)
      const frames: {
        event: string
        payload: { status?: string; message?: string; response?: { reason?: string } }
      }[] = []
      socket.on('message', (data) => frames.push(JSON.parse(String(data))))
      await new Promise((resolve) => socket.once('open', resolve))
      const send = (topic: string, event: string, payload: unknown) =>
        socket.send(JSON.stringify({ topic, event, payload, ref: '1', join_ref: '1' }))
      return { socket, frames, send }
    }

    test('so much in a second; then the channel ends', async () => {
      const { socket, frames, send } = await open()
      send('realtime:loud', 'phx_join', {})
      for (let said = 0; said < REALTIME_BUDGET.saidPerSecond.limit * 4; said++)
        send('realtime:loud', 'broadcast', { type: 'broadcast', event: 'x', payload: {} })
      await expect.poll(() => frames.find(({ event }) => event === 'phx_close')).toBeDefined()
      expect(frames.find(({ event }) => event === 'system')?.payload.message).toBe(
        'Too many messages per second',
      )
      socket.close()
    })

    test('a presence that says too much, a topic with too long a name', async () => {
      const { socket, frames, send } = await open()
      const reasons = () => frames.flatMap(({ payload }) => payload.response?.reason ?? [])
      send('realtime:p', 'phx_join', {})
      send('realtime:p', 'presence', {
        event: 'track',
        payload: { long: 'x'.repeat(REALTIME_BUDGET.presenceBytes.limit) },
      })
      send(`realtime:${'x'.repeat(REALTIME_BUDGET.topicLength.limit)}`, 'phx_join', {})
      send('realtime:p', 'presence', { event: 'dance' })
      await expect
        .poll(reasons)
        .toEqual([
          REALTIME_BUDGET.presenceBytes.answer,
          'MalformedJoin: the payload is not understood',
          'MalformedMessage: the payload is not understood',
        ])
      socket.close()
    })

    test('bytes that are no broadcast', async () => {
      const { socket } = await open('&vsn=2.0.0')
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.send(Buffer.from([3, 255, 0, 0, 0, 0, 1, 1]))
      expect(await closed).toBe(1003)
    })

    test('the endpoint', async () => {
      const send = (body: unknown, token = harness.anonKey) =>
        ask(`${harness.url}/realtime/v1/api/broadcast`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }).then(({ status }) => status)
      const message = { topic: 'x', event: 'y', payload: {} }
      expect(await send({ messages: [message] }, 'nonsense')).toBe(401)
      expect(await send({})).toBe(422)
      expect(await send({ messages: [{ ...message, payload: 'text' }] })).toBe(422)
      const tooMany = Array(REALTIME_BUDGET.saidPerSecond.limit + 1).fill(message)
      expect(await send({ messages: tooMany })).toBe(422)
      expect(
        await send({
          messages: [{ ...message, payload: { long: 'x'.repeat(REALTIME_BUDGET.httpBytes.limit) } }],
        }),
      ).toBe(413)
      const most = tooMany.slice(1)
      const statuses = await Promise.all(Array.from({ length: 9 }, () => send({ messages: most })))
      expect(statuses).toContain(429)
    })
  })
})
