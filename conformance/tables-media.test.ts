/** Forms of answers, plans, descriptions, and the door's settings. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RELEASES } from './clients.ts'
import { openShop, type Shop } from './shop.ts'

describe.each(RELEASES)('the client $release', (release) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(release, { settings: { plan: true } })
  })
  afterAll(() => shop.close())

  async function accept(path: string, type: string) {
    const answer = await shop.ask(path, { headers: { accept: type } })
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }

  describe('an answer is', () => {
    test('CSV', async () => {
      expect(await accept('/people?order=name&limit=2', 'text/csv')).toEqual({
        status: 200,
        type: 'text/csv; charset=utf-8',
        text: `name,traits,ages,shelf,words\nada,,"[1,2)",TOP,"'cat' 'fat'"\nbob,,"[25,35)",LOW,"'bat' 'cat'"`,
      })
      expect((await shop.client().from('rooms').select('id,slug').order('id').csv()).data).toBe(
        'id,slug\n1,public\n2,random\n3,other',
      )
    })

    release.onlyNewest('without nulls (newest client)', async () => {
      const { data } = await shop.client().from('rooms').select('slug,traits').eq('id', 1).stripNulls()
      expect(data).toEqual([{ slug: 'public' }])
      const one = await accept(
        '/rooms?select=slug,traits&id=eq.1',
        'application/vnd.pgrst.object+json;nulls=stripped',
      )
      expect(one).toEqual({
        status: 200,
        type: 'application/vnd.pgrst.object+json; nulls=stripped; charset=utf-8',
        text: '{"slug":"public"}',
      })
      expect(
        await accept('/rooms?select=slug,traits&id=eq.1', 'application/vnd.pgrst.array+json;nulls=stripped'),
      ).toMatchObject({
        type: 'application/vnd.pgrst.array+json; nulls=stripped; charset=utf-8',
        text: '[{"slug":"public"}]',
      })
    })

    test('the first that is offered, or none', async () => {
      expect((await accept('/rooms', 'image/png, text/csv;q=0.5, application/json')).type).toBe(
        'application/json; charset=utf-8',
      )
      expect((await accept('/rooms?id=eq.1', 'application/vnd.pgrst.object')).type).toBe(
        'application/vnd.pgrst.object+json; charset=utf-8',
      )
      for (const type of ['image/png', 'application/octet-stream', 'application/geo+json']) {
        const refused = await accept('/rooms', type)
        expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
          406,
          { code: 'PGRST107', message: `None of these media types are available: ${type}` },
        ])
      }
    })

    test('the plan, where the door shows it', async () => {
      expect((await shop.client().from('people').select().explain()).data).toMatch(/Aggregate {2}\(cost=/)
      expect(
        (await shop.client().from('people').select().explain({ format: 'json', verbose: true })).data,
      ).toMatchObject([{ Plan: {} }])
      expect(
        (await shop.client().from('people').update({ shelf: 'TOP' }).eq('name', 'x').select().explain()).data,
      ).toMatch(/Update on/)
      const plan = await accept(
        '/people',
        'application/vnd.pgrst.plan+text; for="application/json"; options=analyze|buffers;',
      )
      expect(plan.type).toBe(
        'application/vnd.pgrst.plan+text; for="application/json"; options=analyze|buffers; charset=utf-8',
      )
      expect(plan.text).toMatch(/Execution Time/)
      const shut = await openShop(release)
      try {
        expect((await shut.client().from('people').select().explain()).error).toMatchObject({
          code: 'PGRST107',
        })
      } finally {
        await shut.close()
      }
    })
  })

  describe('the door describes', () => {
    test('what a caller may use', async () => {
      const document = (await (await shop.ask('/')).json()) as Record<string, Record<string, unknown>>
      expect(document).toMatchObject({
        swagger: '2.0',
        definitions: {
          notes: {
            required: ['id', 'name', 'room_id'],
            properties: { id: { format: 'bigint', type: 'integer' } },
          },
        },
        paths: {
          '/notes': { get: {}, post: {}, patch: {}, delete: {} },
          '/rpc/greeting': { get: {}, post: {} },
          '/rpc/move_down': { post: {} },
        },
      })
      expect(JSON.stringify(document.definitions?.notes)).toContain('This is a Foreign Key to `rooms.id`.')
      await shop.sql`revoke all on kinds from anon`
      const narrower = (await (await shop.ask('/')).json()) as { definitions: object }
      expect(narrower.definitions).not.toHaveProperty('kinds')
      expect((await shop.ask('/', { method: 'HEAD' })).status).toBe(200)
      expect((await shop.ask('/', { headers: { accept: 'text/csv' } })).status).toBe(406)
    })

    test('which methods are allowed', async () => {
      const allow = async (path: string) => (await shop.ask(path, { method: 'OPTIONS' })).headers.get('allow')
      expect(await allow('/')).toBe('OPTIONS,GET,HEAD')
      expect(await allow('/notes')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
      expect(await allow('/rpc/greeting')).toBe('OPTIONS,GET,HEAD,POST')
      expect(await allow('/rpc/move_down')).toBe('OPTIONS,POST')
      expect((await shop.ask('/nothing', { method: 'OPTIONS' })).status).toBe(404)
    })

    test('what it does not have', async () => {
      expect(await (await shop.ask('/a/b')).json()).toMatchObject({ code: 'PGRST125' })
      expect(await (await shop.ask('/rpc/greeting', { method: 'DELETE' })).json()).toMatchObject({
        code: 'PGRST101',
      })
    })
  })

  test('times are shown in the zone that is wished for', async () => {
    await shop.sql.unsafe(
      `create function public.when_it_was() returns timestamptz language sql stable as $$ select '2026-01-01T12:00:00Z'::timestamptz $$`,
    )
    const answer = await shop.ask('/rpc/when_it_was', { headers: { prefer: 'timezone=America/Sao_Paulo' } })
    expect([await answer.json(), answer.headers.get('preference-applied')]).toEqual([
      '2026-01-01T09:00:00-03:00',
      'timezone=America/Sao_Paulo',
    ])
    const strict = await shop.ask('/rooms', { headers: { prefer: 'handling=strict, timezone=Nowhere/Land' } })
    expect(await strict.json()).toMatchObject({ code: 'PGRST122' })
  })

  test('callers without a token may be refused', async () => {
    const closed = await openShop(release, { anonymousRole: null })
    try {
      const answer = await closed.ask('/rooms', { headers: { authorization: '' } })
      expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'PGRST302' }])
    } finally {
      await closed.close()
    }
  })

  test('a function may be asked before each request', async () => {
    const guarded = await openShop(release, { settings: { preRequest: 'public.guard' } })
    try {
      await guarded.sql.unsafe(`create function public.guard() returns void language plpgsql as $$ begin
      if current_setting('request.method') = 'DELETE' then raise sqlstate 'PT402' using message = 'pay first'; end if;
    end $$`)
      expect((await guarded.ask('/rooms')).status).toBe(200)
      expect((await guarded.ask('/notes', { method: 'DELETE' })).status).toBe(402)
    } finally {
      await guarded.close()
    }
  })

  test('settings may be kept in the database', async () => {
    const own = await openShop(release, { databaseSettings: true })
    try {
      await own.sql.unsafe(`do $$ begin
      execute format('alter role authenticator in database %I set pgrst.db_aggregates_enabled to ''true''', current_database());
      execute format('alter role authenticator in database %I set pgrst.db_max_rows to ''1''', current_database());
    end $$`)
      expect((await own.client().from('rooms').select('id.count()')).data).toEqual([{ count: 3 }])
      expect((await own.client().from('rooms').select('id')).data).toHaveLength(1)
    } finally {
      await own.close()
    }
  })

  test('a notification makes the door read the schema again', async () => {
    const listening = await openShop(release, { schemaChannel: 'pgrst' })
    try {
      expect((await listening.ask('/corners?letters=eq.x')).status).toBe(200)
      await listening.sql.unsafe('alter table public.corners alter column letters type int using null')
      // Until it is told, the door takes the column for what it was.
      await listening.sql.unsafe(`notify pgrst, 'reload schema'`)
      await expect.poll(async () => (await listening.ask('/corners?letters=eq.1')).status).toBe(200)
    } finally {
      await listening.close()
    }
  })

  test('functions of further schemas may be used without their names', async () => {
    const wider = await openShop(release, { settings: { extraSearchPath: ['archive'] } })
    try {
      await wider.sql.unsafe(`
      create function archive.mark() returns text language sql stable as $$ select 'kept' $$;
      create function public.marked() returns text language plpgsql stable as $$ begin return mark(); end $$`)
      expect((await wider.client().rpc('marked')).data).toBe('kept')
      expect((await shop.client().rpc('marked')).error).toMatchObject({ code: 'PGRST202' })
    } finally {
      await wider.close()
    }
  })
})
