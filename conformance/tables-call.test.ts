/** The official client calls a shop's functions: arguments, overloads, and answers read like tables. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RELEASES } from './clients.ts'
import { openShop, type Shop } from './shop.ts'

describe.each(RELEASES)('the client $release', (release) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(release)
  })
  afterAll(() => shop.close())

  async function post(
    name: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) {
    const sent = { 'content-type': 'application/json', ...headers }
    const answer = await shop.ask(`/rpc/${name}`, { method: 'POST', body, headers: sent })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
  }
  const get = async (path: string) => {
    const answer = await shop.ask(`/rpc/${path}`)
    return { status: answer.status, range: answer.headers.get('content-range'), body: await answer.json() }
  }

  describe('what a function answers', () => {
    test('a value, a row, rows, or nothing', async () => {
      const client = shop.client()
      expect((await client.rpc('shelf_of', { wanted: 'ada' })).data).toBe('TOP')
      expect((await client.rpc('shelf_of', { wanted: 'nobody' })).data).toBeNull()
      expect((await client.rpc('name_and_shelf', { wanted: 'ada' })).data).toEqual([
        { name: 'ada', shelf: 'TOP' },
      ])
      expect((await client.rpc('one_person')).data).toMatchObject({ name: 'ada', shelf: 'TOP' })
      expect((await client.rpc('numbers')).data).toEqual([1, 2, 3, 4, 5])
      expect(await client.rpc('nothing')).toMatchObject({ status: 204, data: null, error: null })
      expect((await client.rpc('listed', { items: [] })).status).toBe(204)
    })

    test('is selected, filtered, ordered, sliced and embedded like a table', async () => {
      const client = shop.client()
      expect((await client.rpc('name_and_shelf', { wanted: 'ada' }).select('shelf')).data).toEqual([
        { shelf: 'TOP' },
      ])
      expect(
        (
          await client
            .rpc('all_people')
            .select('name')
            .eq('shelf', 'TOP')
            .order('name', { ascending: false })
            .limit(2)
        ).data,
      ).toEqual([{ name: 'dan' }, { name: 'cyd' }])
      expect(
        (await client.rpc('all_people').select('name, notes(blurb)').eq('name', 'bob').single()).data,
      ).toEqual({ name: 'bob', notes: [{ blurb: 'aga' }] })
      expect(await client.rpc('all_people', {}, { count: 'exact' }).select('name').range(1, 2)).toMatchObject(
        {
          status: 206,
          count: 4,
        },
      )
      expect(await client.rpc('all_people', {}, { head: true, count: 'exact' })).toMatchObject({
        data: null,
        count: 4,
      })
      expect(await client.rpc('all_people').single()).toMatchObject({
        status: 406,
        error: { code: 'PGRST116' },
      })
      expect((await client.rpc('notes_of', {}).select()).error).toMatchObject({ code: 'PGRST202' })
      expect(await get('numbers?limit=2&offset=1')).toMatchObject({ range: '1-2/*', body: [2, 3] })
    })

    test('may be of its own media type', async () => {
      const answer = await shop.ask('/rpc/dot', { headers: { accept: 'image/x-dot' } })
      expect(answer.headers.get('content-type')).toBe('image/x-dot')
      expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([0, 1, 255])
    })

    test('may be plain text, or a row of no known shape', async () => {
      const sent = { 'content-type': 'text/plain', accept: 'text/plain', apikey: shop.harness.anonKey }
      const answer = await shop.ask('/rpc/shout', { method: 'POST', body: 'hi', headers: sent })
      expect([answer.headers.get('content-type'), await answer.text()]).toEqual([
        'text/plain; charset=utf-8',
        'HI',
      ])
      expect((await post('whole_text', '{"":"x"}')).body).toBe('{"":"x"}')
      expect((await get('any_record')).body).toEqual({ one: 1, two: 'x' })
    })

    test('may say the status and the headers', async () => {
      const teapot = await post('teapot', '{}')
      expect([teapot.status, teapot.headers.get('x-brew')]).toEqual([418, 'green'])
      expect((await post('baked', '{}')).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
      const refused = await post('refuse', '{}')
      expect([refused.status, refused.headers.get('x-why'), refused.body]).toMatchObject([
        418,
        'empty',
        { code: 'T1', message: 'no tea' },
      ])
    })
  })

  describe('arguments', () => {
    test('by name, from JSON, a form or the address, or left out', async () => {
      const client = shop.client()
      expect((await client.rpc('greeting')).data).toBe('hello world')
      expect((await client.rpc('greeting', { who: 'ada' })).data).toBe('hello ada')
      expect((await client.rpc('greeting', { who: 'bob' }, { get: true })).data).toBe('hello bob')
      expect(
        (await post('greeting', 'who=cyd', { 'content-type': 'application/x-www-form-urlencoded' })).body,
      ).toBe('hello cyd')
      expect((await post('greeting', '')).body).toBe('hello world')
    })

    test('any number of them', async () => {
      expect((await get('joined?words=a&words=b')).body).toBe('a-b')
      expect((await post('joined', '{"words":["a","b"]}')).body).toBe('a-b')
    })

    test('the body as it is', async () => {
      expect((await post('whole_json', '{"a":[1]}')).body).toEqual({ a: [1] })
      expect((await post('whole_text', 'hi', { 'content-type': 'text/plain' })).body).toBe('hi')
      const bytes = new Uint8Array([0, 1, 2])
      expect((await post('whole_bytes', bytes, { 'content-type': 'application/octet-stream' })).body).toBe(3)
    })

    test('choose between functions of one name', async () => {
      expect((await post('either', '{"b":"x"}')).body).toBe(3)
      const answer = await post('either', '{"a":"x"}')
      expect([answer.status, answer.body]).toMatchObject([
        300,
        {
          code: 'PGRST203',
          message:
            'Could not choose the best candidate function between: public.either(a => integer), public.either(a => text)',
          hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
        },
      ])
    })

    test('that no function takes', async () => {
      const answer = await post('shelf_of', '{"name":"ada","x":1}')
      expect([answer.status, answer.body]).toEqual([
        404,
        {
          code: 'PGRST202',
          message: 'Could not find the function public.shelf_of(name, x) in the schema cache',
          details:
            'Searched for the function public.shelf_of with parameters name, x or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
          hint: null,
        },
      ])
      expect((await get('shelf_off?wanted=x')).body).toEqual({
        code: 'PGRST202',
        message: 'Could not find the function public.shelf_off(wanted) in the schema cache',
        details:
          'Searched for the function public.shelf_off with parameter wanted, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.shelf_of',
      })
      expect((await get('greetings')).body).toMatchObject({
        message: 'Could not find the function public.greetings without parameters in the schema cache',
        details:
          'Searched for the function public.greetings without parameters, but no matches were found in the schema cache.',
      })
      expect((await post('shelf_of', '{"wante":1}')).body).toMatchObject({
        hint: 'Perhaps you meant to call the function public.shelf_of(wanted)',
      })
    })
  })

  test('what changes something is not called by GET, nor changes anything by accident', async () => {
    expect(await get('move_down?wanted=x')).toMatchObject({
      status: 405,
      body: { code: '25006', message: 'cannot execute UPDATE in a read-only transaction' },
    })
    const strict = { prefer: 'handling=strict, max-affected=1' }
    expect(await post('move_down', '{"wanted":"%"}', strict)).toMatchObject({
      status: 400,
      body: { code: 'PGRST124' },
    })
    expect(await post('shelf_of', '{"wanted":"x"}', strict)).toMatchObject({
      status: 400,
      body: { code: 'PGRST128' },
    })
    expect(await shop.sql`select from people where shelf = 'LOW'`).toHaveLength(1)
  })
})
