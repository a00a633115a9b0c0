/** The official client reads and writes a shop: the grammar of the tables' door, whatever the tables are. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { JWT_SECRET } from './harness.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const read = async (path: string): Promise<unknown> => (await shop.ask(path)).json()

describe('filters', () => {
  async function names(parameters: string, table = 'people', column = 'name'): Promise<unknown> {
    const body = await read(`/${table}?select=${column}&order=${column}&${parameters}`)
    return Array.isArray(body) ? body.map((row) => row[column]) : body
  }

  test.each([
    ['name=eq.ada', ['ada']],
    ['name=neq.ada', ['bob', 'cyd', 'dan']],
    ['name=not.eq.ada', ['bob', 'cyd', 'dan']],
    ['name=gt.bob&name=lt.dan', ['cyd']],
    ['name=gte.bob&name=lte.cyd', ['bob', 'cyd']],
    ['name=like.*a*', ['ada', 'dan']],
    ['name=ilike.*A*', ['ada', 'dan']],
    ['name=in.(ada,"bob")', ['ada', 'bob']],
    ['name=in.( ada,bob )', ['ada']],
    ['name=not.in.(ada,bob)', ['cyd', 'dan']],
    ['traits=is.null', ['ada', 'bob']],
    ['traits=not.is.null', ['cyd', 'dan']],
    ['traits=is.not_null', ['cyd', 'dan']],
    ['ages=ov.[2,26)', ['bob', 'cyd', 'dan']],
    ['ages=cs.[26,27)', ['bob', 'cyd', 'dan']],
    ['ages=cd.[0,30)', ['ada', 'dan']],
    ['traits->n=eq.1', ['cyd']],
    ['traits->>n=eq.2', ['dan']],
    ['traits->a->b->0=eq.1', ['cyd']],
    ['traits->a->b->-1->>c=eq.deep', ['cyd']],
    ['traits=cs.{"n":2}', ['dan']],
    ['or=(name.eq.ada,name.eq.bob)', ['ada', 'bob']],
    ['and=(name.gt.a,name.lt.b))', ['ada']],
    ['or=( name.eq.ada,and ( shelf.eq.TOP,name.like.d*) )', ['ada', 'dan']],
    ['not.or=(name.eq.ada,name.eq.bob)', ['cyd', 'dan']],
    ['and=(shelf.eq.TOP,not.or(name.eq.ada,name.eq.dan))', ['cyd']],
    ['or=(name.in.(ada,"bob"),name.eq."cyd")', ['ada', 'bob', 'cyd']],
    ['or=(traits->n.eq.1,traits->>n.eq.2)', ['cyd', 'dan']],
    ['or=(shelf.eq.LOW,not.and(name.neq.ada,name.neq.bob))', ['ada', 'bob']],
  ])('%s', async (parameters, expected) => {
    expect(await names(parameters)).toEqual(expected)
  })

  test.each([
    ['list=cs.{test}', [1]],
    ['list=cd.{another,more}', [2]],
    ['list=ov.{one,another}', [1, 2]],
    ['or=(list.cs.{test,one},list.cs.{another})', [1, 2]],
    ['two words=eq.a b', [1]],
    ['"two words"=eq.quote"d', [3]],
    ['or=(two words.eq.a b,id.eq.2)', [1, 2]],
    ['with-hyphen=eq.by default', [1, 2, 3]],
    ['quantity=eq.9007199254740993', [1]],
    ['letters=eq.abcd', []],
    ['quantity=in.()', []],
  ])('%s of a corner', async (parameters, expected) => {
    expect(await names(parameters, 'corners', 'id')).toEqual(expected)
  })

  test('what is none is refused with PGRST100', async () => {
    for (const parameters of [
      'name=noop.1',
      'name=is.nothing',
      'or=(name)',
      'or=(ages.cs.[26,27),name.eq.a)',
    ]) {
      const answer = await shop.ask(`/people?${parameters}`)
      expect([parameters, answer.status]).toEqual([parameters, 400])
      expect(await answer.json()).toMatchObject({ code: 'PGRST100' })
    }
    expect(await read('/people?or=()')).toEqual({
      code: 'PGRST100',
      message: '"failed to parse logic tree (())" (line 1, column 4)',
      details:
        'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
      hint: null,
    })
    expect(await read('/people?name=ada')).toEqual({
      code: 'PGRST100',
      message: '"failed to parse filter (ada)" (line 1, column 1)',
      details: 'unexpected "a" expecting "not" or operator (eq, gt, ...)',
      hint: null,
    })
  })
})

describe('columns', () => {
  test('by alias, cast and path', async () => {
    const { data } = await shop.client
      .from('people')
      .select('who:name, ages::text, deep:traits->a->b->2->>c, traits->a->b->-2, traits->n')
      .eq('name', 'cyd')
    expect(data).toEqual([{ who: 'cyd', ages: '[25,35)', deep: 'deep', b: 2, n: 1 }])
  })

  test('whatever their names, and none at all', async () => {
    const { data } = await shop.client.from('corners').select('"two words", with-hyphen, id').eq('id', 1)
    expect(data).toEqual([{ 'two words': 'a b', 'with-hyphen': 'by default', id: 1 }])
    expect(await read('/rooms?select=')).toEqual([{}, {}, {}])
  })
})

describe('orders', () => {
  test('go by columns, paths and nulls', async () => {
    const order = async (by: string) =>
      ((await read(`/people?select=name&order=${by}`)) as { name: string }[]).map(({ name }) => name)
    expect(await order('shelf.asc,name.desc')).toEqual(['bob', 'dan', 'cyd', 'ada'])
    expect(await order('traits->n.nullsfirst,name')).toEqual(['ada', 'bob', 'cyd', 'dan'])
    expect(await order('traits->>n.desc.nullslast, name.desc')).toEqual(['dan', 'cyd', 'bob', 'ada'])
  })

  test.each([
    ['id.smth', 4, '"asc", "desc", "nullsfirst" or "nullslast"'],
    ['id.asc.smth', 8, '"nullsfirst" or "nullslast"'],
  ])('the order %s is none', async (order, column, expected) => {
    expect(await read(`/rooms?order=${order}`)).toEqual({
      code: 'PGRST100',
      message: `"failed to parse order (${order})" (line 1, column ${column})`,
      details: `unexpected "s" expecting ${expected}`,
      hint: null,
    })
  })
})

describe('pages', () => {
  test.each([
    ['/people?order=name', {}, 200, '0-3/*', 4],
    ['/people?order=name', { prefer: 'count=exact' }, 200, '0-3/4', 4],
    ['/people?limit=2&offset=1', { prefer: 'count=exact' }, 206, '1-2/4', 2],
    ['/people?order=name', { range: '1-2' }, 200, '1-2/*', 2],
    ['/people?limit=3&offset=1', { range: '0-1' }, 200, '1-1/*', 1],
    ['/people?limit=0', {}, 200, '*/*', 0],
    ['/people?offset=-4', {}, 200, '0-3/*', 4],
    ['/people?name=eq.x', { prefer: 'count=exact' }, 200, '*/0', 0],
    ['/people?offset=4', { prefer: 'count=exact' }, 206, '*/4', 0],
    ['/people?offset=9', {}, 200, '*/*', 0],
  ])('%s %j', async (path, headers, status, range, count) => {
    const answer = await shop.ask(path, { headers: headers as Record<string, string> })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, range])
    expect(await answer.json()).toHaveLength(count)
  })

  test('say where they are, whatever the order of the parameters', async () => {
    const answer = await shop.ask('/people?shelf=eq.TOP&name=eq.ada')
    expect(answer.headers.get('content-location')).toBe('/people?name=eq.ada&shelf=eq.TOP')
    expect((await shop.ask('/people')).headers.get('content-location')).toBe('/people')
  })

  test('beyond the last row', async () => {
    const answer = await shop.ask('/people?offset=9', { headers: { prefer: 'count=exact' } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, '*/4'])
    expect(await answer.json()).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 9 was requested, but there are only 4 rows.',
      hint: null,
    })
    for (const [path, range] of [
      ['/people?limit=-1', ''],
      ['/people', '5-2'],
    ] as const) {
      const refused = await shop.ask(path, { headers: range ? { range } : {} })
      expect([refused.status, await refused.json()]).toMatchObject([416, { code: 'PGRST103' }])
    }
  })

  test('are counted without being sent', async () => {
    expect(await shop.client.from('people').select('*', { count: 'exact', head: true })).toMatchObject({
      error: null,
      count: 4,
    })
  })
})

describe('relations', () => {
  test('of which there are many, one, or one each way', async () => {
    expect(
      await read('/rooms?select=slug,notes(note),room_details(details)&order=id&notes.order=id'),
    ).toEqual([
      { slug: 'public', notes: [{ note: 'hello' }], room_details: { details: 'first' } },
      { slug: 'random', notes: [{ note: 'perfection' }], room_details: { details: 'second' } },
      { slug: 'other', notes: [{ note: 'again' }, { note: 'again' }], room_details: null },
    ])
    expect(await read('/room_details?select=details,rooms(slug,notes(people(name,shelf)))&id=eq.1')).toEqual([
      { details: 'first', rooms: { slug: 'public', notes: [{ people: { name: 'ada', shelf: 'TOP' } }] } },
    ])
  })

  test('to the same table, up and down', async () => {
    expect(await read('/folders?select=label,parent_id(label)&id=eq.4')).toEqual([
      { label: 'grandchild', parent_id: { label: 'child' } },
    ])
    expect(await read('/folders?select=label,folders(label)&id=eq.1&folders.order=id')).toEqual([
      { label: 'root', folders: [{ label: 'child' }, { label: 'other child' }] },
    ])
    expect(await read('/folders?select=label,below:folders!parent_id(label)&id=eq.2')).toEqual([
      { label: 'child', below: [{ label: 'grandchild' }] },
    ])
  })

  test('chosen by key, by column and by constraint', async () => {
    for (const select of [
      'first:people!duets_first_voice_fkey(name),second:people!duets_second_voice_fkey(name)',
      'first:people!first_voice(name),second:people!second_voice(name)',
      'first:first_voice(name),second:second_voice(name)',
      'first:duets_first_voice_fkey(name),second:duets_second_voice_fkey(name)',
    ]) {
      expect(await read(`/duets?select=${select}&id=eq.1`)).toEqual([
        { first: { name: 'ada' }, second: { name: 'bob' } },
      ])
    }
    expect(await read('/people?select=name,duets!duets_understudy_fkey(id)&name=eq.cyd')).toEqual([
      { name: 'cyd', duets: [{ id: 1 }] },
    ])
  })

  test('that do not exist', async () => {
    const answer = await shop.ask('/people?select=name,goods(name)')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      code: 'PGRST200',
      message: "Could not find a relationship between 'people' and 'goods' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'people' and 'goods' in the schema 'public', but no matches were found.",
      hint: null,
    })
    expect(await read('/people?select=notes!nothing(*)')).toMatchObject({
      details:
        "Searched for a foreign key relationship between 'people' and 'notes' using the hint 'nothing' in the schema 'public', but no matches were found.",
    })
    expect(await read('/rooms?select=id&notes.id=eq.1')).toMatchObject({
      code: 'PGRST108',
      message: "'notes' is not an embedded resource in this request",
      hint: "Verify that 'notes' is included in the 'select' query parameter.",
    })
  })

  test('twice under one name', async () => {
    const answer = await shop.ask('/duets?select=people!first_voice(*),people!second_voice(*)')
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        code: '42712',
        message: 'table name "duets_people_1" specified more than once',
        details: null,
        hint: null,
      },
    ])
    expect(await read('/people?select=name,notes(sum)')).toMatchObject({
      code: '42703',
      message: 'column notes_1.sum does not exist',
    })
  })

  test('of which several could be meant', async () => {
    const answer = await shop.ask('/people?select=name,duets(id)')
    expect(answer.status).toBe(300)
    const relationship = (column: string) => ({
      cardinality: 'one-to-many',
      embedding: 'people with duets',
      relationship: `duets_${column}_fkey using people(name) and duets(${column})`,
    })
    expect(await answer.json()).toEqual({
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'people' and 'duets'",
      details: ['first_voice', 'second_voice', 'understudy'].map(relationship),
      hint:
        "Try changing 'duets' to one of the following: 'duets!duets_first_voice_fkey', 'duets!duets_second_voice_fkey', " +
        "'duets!duets_understudy_fkey'. Find the desired relationship in the 'details' key.",
    })
  })

  test('are filtered, ordered and limited by themselves', async () => {
    const { data } = await shop.client
      .from('people')
      .select('name, mine:notes(note)')
      .or('note.eq.again,note.eq.hello', { referencedTable: 'mine' })
      .order('id', { referencedTable: 'mine', ascending: false })
      .limit(1, { referencedTable: 'mine' })
      .eq('name', 'ada')
    expect(data).toEqual([{ name: 'ada', mine: [{ note: 'again' }] }])
    expect(
      await read('/people?select=name,notes(note,rooms(slug))&name=eq.bob&notes.rooms.slug=eq.x'),
    ).toEqual([{ name: 'bob', notes: [{ note: 'again', rooms: null }] }])
  })

  test('let only those through that have some', async () => {
    const people = async (parameters: string) =>
      ((await read(`/people?order=name&${parameters}`)) as { name: string }[]).map(({ name }) => name)
    expect(await people('select=name,notes!inner(id)')).toEqual(['ada', 'bob'])
    expect(await people('select=name,notes!inner(id)&notes.note=eq.hello')).toEqual(['ada'])
    expect(await people('select=name,notes!left()&notes.note=eq.hello')).toEqual(['ada', 'bob', 'cyd', 'dan'])
    expect(await people('select=name,notes!inner(rooms!inner(slug))&notes.rooms.slug=eq.random')).toEqual([
      'ada',
    ])
    const counted = await shop.client.from('people').select('name, notes!inner(id)', { count: 'exact' })
    expect(counted.count).toBe(2)
  })
})

describe('writing', () => {
  beforeEach(async () => {
    await shop.sql`truncate corners`
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
      body: text === '' ? null : JSON.parse(text),
    }
  }
  const good = (id: number, name = 'lamp') => ({ id, name, price: 5 })
  const goods = () => shop.sql`select id::int, name from goods order by id`
  const shown = { prefer: 'return=representation' }

  test('an insert answers nothing, or the rows with what they are related to', async () => {
    const nothing = { status: 201, range: '*/*', body: null, applied: null }
    expect(await send('POST', '/goods', good(10))).toMatchObject(nothing)
    const counted = { prefer: 'return=minimal, count=exact' }
    expect(await send('POST', '/goods', good(11), counted)).toMatchObject({
      ...{ status: 201, range: '*/1', body: null },
      applied: 'return=minimal, count=exact',
    })
    const note = { note: 'x', name: 'dan', room_id: 1 }
    expect(await shop.client.from('notes').insert(note).select('*, rooms(slug)')).toMatchObject({
      data: [{ note: 'x', rooms: { slug: 'public' } }],
    })
    await shop.sql`delete from notes where note = 'x'`
  })

  test('several rows, with the columns that are named', async () => {
    const { data, error } = await shop.client
      .from('goods')
      .insert([good(20), { id: 21, name: 'desk', price: 2 }])
      .select('id')
    expect([error, data]).toEqual([null, [{ id: 20 }, { id: 21 }]])
    expect(
      await send('POST', '/corners?columns=id', [{ id: 1, list: ['x'] }, { id: 2 }], shown),
    ).toMatchObject({ body: [{ id: 1, list: null }, { id: 2 }] })
    expect(await send('POST', '/goods', [good(22), { id: 23 }])).toMatchObject({
      status: 400,
      body: { code: 'PGRST102', message: 'All object keys must match' },
    })
    expect(await send('POST', '/goods', { nothing: 1 })).toMatchObject({
      status: 400,
      body: { code: 'PGRST204' },
    })
    expect(await send('POST', '/goods', '{"id":')).toMatchObject({
      status: 400,
      body: { message: 'Empty or invalid json' },
    })
    expect(await send('POST', '/rooms', [], shown)).toMatchObject({ status: 201, body: [] })
  })

  test('numbers stay what they are, and texts are not cut', async () => {
    expect((await send('POST', '/corners', '{"id":1,"quantity":9007199254740993}')).status).toBe(201)
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
    expect(await send('POST', path, rows, shown)).toMatchObject({
      body: [{ 'with-hyphen': 'given' }, { 'with-hyphen': null }],
    })
  })

  test('an upsert says whether anything was new', async () => {
    const merge = { prefer: 'resolution=merge-duplicates,return=representation' }
    expect(await send('POST', '/goods', good(1), merge)).toMatchObject({
      status: 200,
      body: [{ id: 1, name: 'lamp' }],
    })
    expect(await send('POST', '/goods', [good(1), good(40)], merge)).toMatchObject({ status: 201 })
    const ignore = { prefer: 'resolution=ignore-duplicates,return=representation' }
    expect(await send('POST', '/goods', good(1, 'x'), ignore)).toMatchObject({
      status: 201,
      applied: 'resolution=ignore-duplicates, return=representation',
      body: [],
    })
    expect(
      await shop.client.from('goods').upsert(good(2, 'tablet'), { onConflict: 'id' }).select('name'),
    ).toMatchObject({ status: 200, data: [{ name: 'tablet' }] })
    expect(await goods()).toMatchObject([{ name: 'lamp' }, { name: 'tablet' }, { name: 'radio' }, { id: 40 }])
  })

  test('a change counts what was changed', async () => {
    expect(await send('PATCH', '/goods?id=gt.1', { name: 'x' }, { prefer: 'count=exact' })).toMatchObject({
      status: 204,
      range: '0-1/2',
      body: null,
    })
    expect(await send('PATCH', '/goods?id=eq.9', { name: 'x' })).toMatchObject({ status: 204, range: '*/*' })
    expect(await send('PATCH', '/goods?id=eq.9', { name: 'x' }, shown)).toMatchObject({
      status: 200,
      body: [],
    })
    expect(await send('PATCH', '/goods?id=eq.1', {}, shown)).toMatchObject({ status: 200, body: [] })
    expect(
      await send('DELETE', '/goods?id=gt.2', undefined, { prefer: 'count=exact,return=representation' }),
    ).toMatchObject({ status: 200, range: '*/1', body: [{ id: 3 }] })
    expect(await shop.client.from('goods').delete({ count: 'exact' }).gt('id', 0)).toMatchObject({
      status: 204,
      count: 2,
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
  })

  test('what no longer matches is still shown', async () => {
    const { data } = await shop.client
      .from('goods')
      .update({ name: 'y' })
      .eq('name', 'phone')
      .select('name')
      .order('name')
      .single()
    expect(data).toEqual({ name: 'y' })
  })
})

describe('functions', () => {
  test('take arguments by name, and answer a value or nothing', async () => {
    expect((await shop.client.rpc('greeting')).data).toBe('hello world')
    expect((await shop.client.rpc('greeting', { who: 'ada' })).data).toBe('hello ada')
    expect((await shop.client.rpc('greeting', { who: null })).data).toBeNull()
    expect((await shop.client.rpc('sum_of', { numbers: [1, 2], more: { n: 4 } })).data).toBe(7)
    expect(await shop.client.rpc('nothing')).toMatchObject({ status: 204, data: null, error: null })
  })

  test('that do not take these arguments', async () => {
    const { status, error } = await shop.client.rpc('greeting', { x: 1, name: 'ada' })
    expect([status, error]).toEqual([
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function public.greeting(name, x) in the schema cache',
        details:
          'Searched for the function public.greeting with parameters name, x or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: null,
      },
    ])
    expect((await shop.client.rpc('sum_of', { numbers: [1] })).error).toMatchObject({ code: 'PGRST202' })
    expect((await shop.client.rpc('greetings')).error).toMatchObject({
      message: 'Could not find the function public.greetings without parameters in the schema cache',
    })
  })

  test('whose status is none are at fault themselves', async () => {
    expect((await shop.client.rpc('bad_status')).status).toBe(500)
  })
})

test('an unknown table, and another schema', async () => {
  expect((await shop.client.from('xyz').select()).error).toEqual({
    code: 'PGRST205',
    details: null,
    hint: null,
    message: "Could not find the table 'public.xyz' in the schema cache",
  })
  const { error, status } = await shop.client.schema('private').from('people').select()
  expect({ error, status }).toMatchObject({
    status: 406,
    error: {
      code: 'PGRST106',
      message: 'Invalid schema: private',
      hint: 'Only the following schemas are exposed: public',
    },
  })
})

describe('tokens', () => {
  const IN_AN_HOUR = Math.floor(Date.now() / 1000) + 3600
  const PERSON = { role: 'authenticated', sub: '11111111-2222-4333-8444-555555555555', exp: IN_AN_HOUR }
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  function tokenOf(claims: Record<string, unknown>, secret = JWT_SECRET): string {
    const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
  }
  const refusal = async (authorization: string) => {
    const answer = await shop.ask('/rooms', { headers: { authorization } })
    const said = answer.headers.get('www-authenticate')
    return { status: answer.status, body: (await answer.json()) as unknown, said }
  }

  test.each([
    [{ ...PERSON, exp: 1 }, 'JWT expired'],
    [{ ...PERSON, exp: 'never' }, "The JWT 'exp' claim must be a number"],
    [{ ...PERSON, exp: undefined }, "The JWT 'exp' claim must be a number"],
    [{ ...PERSON, nbf: 'never' }, "The JWT 'nbf' claim must be a number"],
    [{ ...PERSON, iat: 'never' }, "The JWT 'iat' claim must be a number"],
    [{ ...PERSON, nbf: IN_AN_HOUR }, 'JWT not yet valid'],
    [{ ...PERSON, iat: IN_AN_HOUR }, 'JWT issued at future'],
    [{ ...PERSON, aud: 'elsewhere' }, 'JWT not in audience'],
    [{ ...PERSON, aud: { a: 1 } }, "The JWT 'aud' claim must be a string or an array of strings"],
    [{ ...PERSON, aud: ['a', 1] }, "The JWT 'aud' claim must be a string or an array of strings"],
  ])('claims %j are refused: %s', async (claims, message) => {
    expect(await refusal(`Bearer ${tokenOf(claims)}`)).toEqual({
      status: 401,
      body: { code: 'PGRST303', message, details: null, hint: null },
      said: `Bearer error="invalid_token", error_description="${message}"`,
    })
  })

  test('what is no token of ours', async () => {
    expect(await refusal('Bearer a.b')).toMatchObject({
      status: 401,
      body: { code: 'PGRST301', message: 'Expected 3 parts in JWT; got 2', details: null },
    })
    expect(await refusal('Bearer ')).toMatchObject({
      status: 401,
      body: { code: 'PGRST301', message: 'Empty JWT is sent in Authorization header' },
    })
    expect(await refusal(`Bearer ${tokenOf(PERSON, 'x'.repeat(32))}`)).toMatchObject({
      status: 401,
      body: { code: 'PGRST301', details: 'None of the keys was able to decode the JWT' },
    })
    expect(await refusal(`Bearer ${tokenOf({ role: 'no_such_role', exp: IN_AN_HOUR })}`)).toMatchObject({
      status: 401,
      body: { code: 'PGRST301', message: 'role "no_such_role" does not exist' },
    })
  })

  test('who may not is told to sign in, which is not the fault of a token', async () => {
    const answer = await shop.ask('/ledger_of_nobody')
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })
})

test('what is created while the door is open is found', async () => {
  // Another door: what is missing is looked for a few times a second at most, by all tests together.
  const { client, sql, close } = await openShop()
  await client.from('people').select()
  await sql.unsafe(`
    create table public.late (id int primary key, person text references people);
    grant all on public.late to anon;
    insert into public.late values (1, 'ada')`)
  expect((await client.from('late').select('id, people(name)')).data).toEqual([
    { id: 1, people: { name: 'ada' } },
  ])
  await sql.unsafe('alter table public.late add column size int default 7')
  expect((await client.from('late').select('size').eq('size', 7)).data).toEqual([{ size: 7 }])
  expect((await client.from('late').update({ size: 8 }).eq('id', 1)).error).toBeNull()
  await close()
})
