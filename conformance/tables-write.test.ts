/** The official client writes to a shop: what is answered, counted, merged, limited and rolled back. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RELEASES } from './clients.ts'
import { openShop, type Shop } from './shop.ts'

describe.each(RELEASES)('the client $release', (release) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(release, { settings: { txEnd: 'commit-allow-override' } })
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    await shop.sql`truncate goods_kinds, corners`
    await shop.sql`delete from goods`
    await shop.sql`insert into goods (id, name, price) values (1, 'laptop', 999.99), (2, 'phone', 699.99), (3, 'radio', 199.99)`
  })

  async function send(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
    const answer = await shop.ask(path, {
      method,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...headers },
    })
    const text = await answer.text()
    return {
      status: answer.status,
      range: answer.headers.get('content-range'),
      applied: answer.headers.get('preference-applied'),
      headers: answer.headers,
      body: text === '' ? null : JSON.parse(text),
    }
  }
  const good = (id: number, name = 'lamp') => ({ id, name, price: 5 })
  const goods = () => shop.sql`select id::int, name from goods order by id`

  describe('inserting', () => {
    test('answers nothing, the address or the rows', async () => {
      expect(await send('POST', '/goods', good(10))).toMatchObject({
        status: 201,
        range: '*/*',
        body: null,
        applied: null,
      })
      expect(await send('POST', '/goods', good(11), { prefer: 'return=minimal, count=exact' })).toMatchObject(
        {
          status: 201,
          range: '*/1',
          body: null,
          applied: 'return=minimal, count=exact',
        },
      )
      const located = await send('POST', '/goods', good(12), { prefer: 'return=headers-only' })
      expect(located.headers.get('location')).toBe('/goods?id=eq.12')
      expect(
        await send('POST', '/goods?select=id,kinds(name)', good(13), { prefer: 'return=representation' }),
      ).toMatchObject({
        status: 201,
        body: [{ id: 13, kinds: [] }],
      })
      expect(
        await shop
          .client()
          .from('notes')
          .insert({ note: 'x', name: 'dan', room_id: 1 })
          .select('*, blurb, rooms(slug)'),
      ).toMatchObject({
        data: [{ note: 'x', blurb: 'x', rooms: { slug: 'public' } }],
      })
    })

    test('several rows, with the columns that are named', async () => {
      const { data, error } = await shop
        .client()
        .from('goods')
        .insert([good(20), { id: 21, name: 'desk', price: 2 }])
        .select('id')
      expect([error, data]).toEqual([null, [{ id: 20 }, { id: 21 }]])
      expect(
        await send('POST', '/corners?columns=id', [{ id: 1, list: ['x'] }, { id: 2 }], {
          prefer: 'return=representation',
        }),
      ).toMatchObject({
        body: [{ id: 1, list: null }, { id: 2 }],
      })
      expect(await send('POST', '/goods', [good(22), { id: 23 }])).toMatchObject({
        status: 400,
        body: { code: 'PGRST102', message: 'All object keys must match' },
      })
      expect(await send('POST', '/goods', { nothing: 1 })).toMatchObject({
        status: 400,
        body: { code: 'PGRST204' },
      })
      expect(await send('POST', '/rooms', [{}, {}], { prefer: 'return=representation' })).toMatchObject({
        status: 201,
        body: [{}, {}],
      })
      expect(await send('POST', '/rooms', [], { prefer: 'return=representation' })).toMatchObject({
        status: 201,
        body: [],
      })
      expect(await send('POST', '/goods', '{"id":')).toMatchObject({
        status: 400,
        body: { message: 'Empty or invalid json' },
      })
    })

    test('numbers stay what they are, and texts are not cut', async () => {
      const body = '{"id":1,"quantity":9007199254740993}'
      expect(
        (
          await shop.ask('/corners', {
            method: 'POST',
            body,
            headers: { 'content-type': 'application/json' },
          })
        ).status,
      ).toBe(201)
      expect(await shop.sql`select quantity::text from corners`).toEqual([{ quantity: '9007199254740993' }])
      expect(await send('POST', '/corners', { id: 2, letters: 'abcd' })).toMatchObject({
        status: 400,
        body: { code: '22001' },
      })
    })

    test('takes defaults for what is missing, or nulls', async () => {
      const rows = [{ id: 1, 'with-hyphen': 'given' }, { id: 2 }]
      const path = '/corners?columns=id,"with-hyphen"&select=with-hyphen'
      expect(
        await send('POST', path, rows, { prefer: 'return=representation, missing=default' }),
      ).toMatchObject({
        applied: 'missing=default, return=representation',
        body: [{ 'with-hyphen': 'given' }, { 'with-hyphen': 'by default' }],
      })
      await shop.sql`truncate corners`
      expect(await send('POST', path, rows, { prefer: 'return=representation' })).toMatchObject({
        body: [{ 'with-hyphen': 'given' }, { 'with-hyphen': null }],
      })
    })

    test('CSV and forms', async () => {
      const csv = 'id,name,price\n30,"a, ""b""",1\n31,NULL2,2'
      expect(await send('POST', '/goods', csv, { 'content-type': 'text/csv' })).toMatchObject({ status: 201 })
      expect(
        await send('POST', '/goods', 'id=32&name=form&price=3', {
          'content-type': 'application/x-www-form-urlencoded',
        }),
      ).toMatchObject({ status: 201 })
      expect((await goods()).slice(3)).toEqual([
        { id: 30, name: 'a, "b"' },
        { id: 31, name: 'NULL2' },
        { id: 32, name: 'form' },
      ])
      expect(await send('POST', '/goods', 'a,b\n1', { 'content-type': 'text/csv' })).toMatchObject({
        body: { message: 'All lines must have same number of fields' },
      })
      expect(await send('POST', '/goods', 'x', { 'content-type': 'image/png' })).toMatchObject({
        status: 400,
        body: { code: 'PGRST102', message: 'Content-Type not acceptable: image/png' },
      })
    })
  })

  describe('upserting', () => {
    test('says whether anything was new', async () => {
      const merge = { prefer: 'resolution=merge-duplicates,return=representation' }
      expect(await send('POST', '/goods', good(1), merge)).toMatchObject({
        status: 200,
        body: [{ id: 1, name: 'lamp' }],
      })
      expect(await send('POST', '/goods', [good(1), good(40)], merge)).toMatchObject({ status: 201 })
      expect(
        await send('POST', '/goods', good(1, 'x'), {
          prefer: 'resolution=ignore-duplicates,return=representation',
        }),
      ).toMatchObject({
        status: 201,
        applied: 'resolution=ignore-duplicates, return=representation',
        body: [],
      })
      expect(
        await shop.client().from('goods').upsert(good(2, 'tablet'), { onConflict: 'id' }).select('name'),
      ).toMatchObject({
        status: 200,
        data: [{ name: 'tablet' }],
      })
      expect(
        (await shop.client().from('goods').upsert(good(3, 'no'), { ignoreDuplicates: true })).status,
      ).toBe(201)
      expect(await goods()).toMatchObject([
        { name: 'lamp' },
        { name: 'tablet' },
        { name: 'radio' },
        { id: 40 },
      ])
    })

    test('one row by PUT', async () => {
      expect(
        await send('PUT', '/goods?id=eq.50', good(50), { prefer: 'return=representation' }),
      ).toMatchObject({ status: 201 })
      expect(
        await send('PUT', '/goods?id=eq.50', good(50, 'x'), { prefer: 'return=representation' }),
      ).toMatchObject({ status: 200, body: [{ name: 'x' }] })
      expect(await send('PUT', '/goods?id=eq.50', good(50))).toMatchObject({ status: 204 })
      expect(await send('PUT', '/goods?id=eq.50', good(51))).toMatchObject({
        status: 400,
        body: { code: 'PGRST115' },
      })
      expect(await send('PUT', '/goods?name=eq.x', good(50))).toMatchObject({
        status: 405,
        body: { code: 'PGRST105' },
      })
      expect(await send('PUT', '/goods?id=eq.50&limit=1', good(50))).toMatchObject({
        status: 400,
        body: { code: 'PGRST114' },
      })
    })
  })

  describe('changing', () => {
    test('counts what was changed', async () => {
      expect(await send('PATCH', '/goods?id=gt.1', { name: 'x' }, { prefer: 'count=exact' })).toMatchObject({
        status: 204,
        range: '0-1/2',
        body: null,
      })
      expect(await send('PATCH', '/goods?id=eq.9', { name: 'x' })).toMatchObject({
        status: 204,
        range: '*/*',
      })
      expect(
        await send('PATCH', '/goods?id=eq.9', { name: 'x' }, { prefer: 'return=representation' }),
      ).toMatchObject({ status: 200, body: [] })
      expect(await send('PATCH', '/goods?id=eq.1', {}, { prefer: 'return=representation' })).toMatchObject({
        status: 200,
        body: [],
      })
      expect(
        await send('DELETE', '/goods?id=gt.2', undefined, { prefer: 'count=exact,return=representation' }),
      ).toMatchObject({
        status: 200,
        range: '*/1',
        body: [{ id: 3 }],
      })
      expect(await shop.client().from('goods').delete({ count: 'exact' }).gt('id', 0)).toMatchObject({
        status: 204,
        count: 2,
      })
    })

    test('no more than the caller has reckoned with', async () => {
      const strict = { prefer: 'handling=strict, max-affected=1' }
      const refused = { status: 400, body: { code: 'PGRST124', details: 'The query affects 2 rows' } }
      expect(await send('PATCH', '/goods?id=gt.1', { name: 'x' }, strict)).toMatchObject(refused)
      expect(await send('DELETE', '/goods?id=gt.1', undefined, strict)).toMatchObject(refused)
      expect(await goods()).toMatchObject([{ name: 'laptop' }, { name: 'phone' }, { name: 'radio' }])
      expect(await send('PATCH', '/goods?id=gt.2', { name: 'x' }, strict)).toMatchObject({
        status: 204,
        applied: 'handling=strict, max-affected=1',
      })
      expect(
        await send('PATCH', '/goods?id=gt.0', { name: 'x' }, { prefer: 'max-affected=1' }),
      ).toMatchObject({
        status: 204,
        applied: null,
      })
      expect(
        await send('PATCH', '/goods', {}, { prefer: 'handling=strict, anything, return=minimal' }),
      ).toMatchObject({
        status: 400,
        body: { code: 'PGRST122', details: 'Invalid preferences: anything' },
      })
    })

    test('exactly one row, even where none is shown', async () => {
      const single = { accept: 'application/vnd.pgrst.object+json' }
      expect(await send('DELETE', '/goods?id=gt.1', undefined, single)).toMatchObject({
        status: 406,
        body: { code: 'PGRST116', details: 'The result contains 2 rows' },
      })
      expect(await send('POST', '/goods', [good(60), good(61)], single)).toMatchObject({ status: 406 })
      expect(await goods()).toHaveLength(3)
      expect(await send('PATCH', '/goods?id=eq.1', { name: 'x' }, single)).toMatchObject({ status: 204 })
      expect(
        await shop.client().from('goods').update({ name: 'y' }).eq('id', 1).select('name').single(),
      ).toMatchObject({ data: { name: 'y' } })
    })

    test('the first of an order', async () => {
      expect(await send('DELETE', '/goods?limit=1', undefined)).toMatchObject({
        status: 400,
        body: { code: 'PGRST109', message: "A 'limit' was applied without an explicit 'order'" },
      })
      expect(
        await send('DELETE', '/goods?limit=1&order=price', undefined, { prefer: 'return=representation' }),
      ).toMatchObject({ body: [{ name: 'radio' }] })
      expect(
        await send(
          'PATCH',
          '/goods?limit=1&offset=1&order=id',
          { name: 'x' },
          { prefer: 'return=representation' },
        ),
      ).toMatchObject({ body: [{ id: 2 }] })
      expect(await goods()).toHaveLength(2)
    })

    test('what no longer matches is still shown', async () => {
      const { data } = await shop
        .client()
        .from('goods')
        .update({ name: 'y' })
        .eq('name', 'phone')
        .select('name')
        .order('name')
      expect(data).toEqual([{ name: 'y' }])
    })
  })

  describe('a transaction', () => {
    test('is rolled back where that is wished and permitted', async () => {
      expect(
        await shop.client().from('goods').insert(good(70)).select('id').rollback().single(),
      ).toMatchObject({ status: 201, data: { id: 70 } })
      const answer = await send('DELETE', '/goods?id=gt.0', undefined, {
        prefer: 'tx=rollback,return=representation',
      })
      expect(answer).toMatchObject({ status: 200, applied: 'return=representation, tx=rollback' })
      expect(answer.body).toHaveLength(3)
      expect(await goods()).toHaveLength(3)
    })

    test('is committed whatever is wished, where the door says so', async () => {
      const plain = await openShop(release)
      try {
        const headers = { prefer: 'tx=rollback', 'content-type': 'application/json' }
        const answer = await plain.ask('/goods', { method: 'POST', body: JSON.stringify(good(80)), headers })
        expect([answer.status, answer.headers.get('preference-applied')]).toEqual([201, null])
        expect(await plain.sql`select from goods where id = 80`).toHaveLength(1)
      } finally {
        await plain.close()
      }
    })
  })
})
