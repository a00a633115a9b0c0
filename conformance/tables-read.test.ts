/** The official client reads a shop: filters, paths, names, orders, pages and counts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RELEASES } from './clients.ts'
import { openShop, type Shop } from './shop.ts'

describe.each(RELEASES)('the client $release', (release) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(release, { settings: { schemas: ['public', 'archive'], maxRows: 100 } })
  })
  afterAll(() => shop.close())

  async function names(parameters: string, table = 'people', column = 'name'): Promise<unknown> {
    const answer = await shop.ask(`/${table}?select=${column}&order=${column}&${parameters}`)
    const body = (await answer.json()) as Record<string, unknown>[]
    return Array.isArray(body) ? body.map((row) => row[column]) : body
  }

  describe('filters', () => {
    test.each([
      ['name=eq.ada', ['ada']],
      ['name=neq.ada', ['bob', 'cyd', 'dan']],
      ['name=not.eq.ada', ['bob', 'cyd', 'dan']],
      ['name=gt.bob&name=lt.dan', ['cyd']],
      ['name=gte.bob&name=lte.cyd', ['bob', 'cyd']],
      ['name=like.*a*', ['ada', 'dan']],
      ['name=ilike.*A*', ['ada', 'dan']],
      ['name=like(any).{a*,b*}', ['ada', 'bob']],
      ['name=ilike(all).{*A*,D*}', ['dan']],
      ['name=not.like(any).{a*,b*}', ['cyd', 'dan']],
      ['name=eq(any).{ada,bob}', ['ada', 'bob']],
      ['name=match.^[ab]', ['ada', 'bob']],
      ['name=imatch.^[AB]', ['ada', 'bob']],
      ['name=in.(ada,"bob")', ['ada', 'bob']],
      ['name=in.( ada,bob )', ['ada']],
      ['name=not.in.(ada,bob)', ['cyd', 'dan']],
      ['shelf=eq.LOW', ['bob']],
      ['traits=is.null', ['ada', 'bob']],
      ['traits=not.is.null', ['cyd', 'dan']],
      ['traits=is.not_null', ['cyd', 'dan']],
      ['shelf=isdistinct.TOP', ['bob']],
      ['ages=sl.[20,30)', ['ada']],
      ['ages=sr.[1,2)', ['bob', 'cyd', 'dan']],
      ['ages=nxl.[20,30)', ['bob', 'cyd', 'dan']],
      ['ages=nxr.[20,30)', ['ada', 'dan']],
      ['ages=adj.[2,3)', ['ada']],
      ['ages=ov.[2,26)', ['bob', 'cyd', 'dan']],
      ['ages=cs.[26,27)', ['bob', 'cyd', 'dan']],
      ['ages=cd.[0,30)', ['ada', 'dan']],
      ['words=fts.cat', ['ada', 'bob']],
      ['words=fts(english).cat', ['ada', 'bob']],
      ['words=plfts.fat cat', ['ada']],
      ['words=phfts(english).rat', ['cyd', 'dan']],
      ['words=wfts.fat -cat', ['dan']],
      ['words=not.fts.cat', ['cyd', 'dan']],
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
      ['or=(ages.cs.[26,27),name.eq.ada)', 'PGRST100'],
      ['or=(name.in.(ada,"bob"),name.eq."cyd")', ['ada', 'bob', 'cyd']],
      ['or=(name.like(any).{a*,b*},name.eq.dan)', ['ada', 'bob', 'dan']],
      ['or=(traits->n.eq.1,traits->>n.eq.2)', ['cyd', 'dan']],
      ['or=(words.fts(english).rat,name.eq.ada)', ['ada', 'cyd', 'dan']],
      ['or=(shelf.eq.LOW,not.and(name.neq.ada,name.neq.bob))', ['ada', 'bob']],
    ])('%s', async (parameters, expected) => {
      const got = await names(parameters)
      if (typeof expected === 'string') expect(got).toMatchObject({ code: expected })
      else expect(got).toEqual(expected)
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
        'name=ada',
        'name=noop.1',
        'name=is.nothing',
        'or=()',
        'or=(name)',
        'name=eq(some).{a}',
      ]) {
        const answer = await shop.ask(`/people?${parameters}`)
        expect([parameters, answer.status]).toEqual([parameters, 400])
        expect(await answer.json()).toMatchObject({ code: 'PGRST100' })
      }
      expect(await (await shop.ask('/people?or=()')).json()).toEqual({
        code: 'PGRST100',
        message: '"failed to parse logic tree (())" (line 1, column 4)',
        details:
          'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
        hint: null,
      })
      const answer = await shop.ask('/people?name=ada')
      expect(await answer.json()).toEqual({
        code: 'PGRST100',
        message: '"failed to parse filter (ada)" (line 1, column 1)',
        details: 'unexpected "a" expecting "not" or operator (eq, gt, ...)',
        hint: null,
      })
    })
  })

  describe('columns', () => {
    test('by alias, cast and path', async () => {
      const { data } = await shop
        .client()
        .from('people')
        .select('who:name, ages::text, deep:traits->a->b->2->>c, traits->a->b->-2, traits->n')
        .eq('name', 'cyd')
      expect(data).toEqual([{ who: 'cyd', ages: '[25,35)', deep: 'deep', b: 2, n: 1 }])
    })

    test('whatever their names', async () => {
      const { data } = await shop.client().from('corners').select('"two words", with-hyphen, id').eq('id', 1)
      expect(data).toEqual([{ 'two words': 'a b', 'with-hyphen': 'by default', id: 1 }])
    })

    test('computed by functions, shown, filtered and ordered by', async () => {
      const { data } = await shop
        .client()
        .from('notes')
        .select('blurb')
        .neq('blurb', 'aga')
        .order('blurb', { ascending: false })
      expect(data).toEqual([{ blurb: 'per' }, { blurb: 'hel' }])
    })

    test('none at all', async () => {
      const answer = await shop.ask('/rooms?select=')
      expect(await answer.json()).toEqual([{}, {}, {}])
    })
  })

  test.each([
    ['id.smth', 4, '"asc", "desc", "nullsfirst" or "nullslast"'],
    ['id.asc.smth', 8, '"nullsfirst" or "nullslast"'],
  ])('the order %s is none', async (order, column, expected) => {
    expect(await (await shop.ask(`/rooms?order=${order}`)).json()).toEqual({
      code: 'PGRST100',
      message: `"failed to parse order (${order})" (line 1, column ${column})`,
      details: `unexpected "s" expecting ${expected}`,
      hint: null,
    })
  })

  test('orders go by columns, paths and nulls', async () => {
    const order = async (by: string) =>
      ((await (await shop.ask(`/people?select=name&order=${by}`)).json()) as { name: string }[]).map(
        ({ name }) => name,
      )
    expect(await order('shelf.desc,name.desc')).toEqual(['bob', 'dan', 'cyd', 'ada'])
    expect(await order('traits->n.nullsfirst,name')).toEqual(['ada', 'bob', 'cyd', 'dan'])
    expect(await order('traits->>n.desc.nullslast, name.desc')).toEqual(['dan', 'cyd', 'bob', 'ada'])
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

    test('counted exactly, by plan and by estimate', async () => {
      await shop.sql`analyze people`
      for (const count of ['exact', 'planned', 'estimated'] as const) {
        expect(await shop.client().from('people').select('*', { count, head: true })).toMatchObject({
          error: null,
          count: 4,
        })
      }
    })

    test('have at most as many rows as the door allows, and so have embedded lists', async () => {
      const small = await openShop(release, { settings: { maxRows: 2 } })
      try {
        const { data } = await small.client().from('people').select('name, notes(id)').order('name').limit(3)
        expect(data).toMatchObject([{ name: 'ada', notes: [{}, {}] }, { name: 'bob' }])
        expect(await small.client().from('people').select('*', { count: 'estimated' })).toMatchObject({
          status: 206,
        })
      } finally {
        await small.close()
      }
    })
  })

  test('schemas are those that are exposed', async () => {
    expect((await shop.client('archive').from('people').select()).data).toEqual([
      { name: 'old', shelf: 'LOW' },
    ])
    const { error, status } = await shop.client('private').from('people').select()
    expect({ error, status }).toMatchObject({
      status: 406,
      error: {
        code: 'PGRST106',
        message: 'Invalid schema: private',
        hint: 'Only the following schemas are exposed: public, archive',
      },
    })
  })

  test('an unknown table, with the one that is meant', async () => {
    expect((await shop.client().from('xyz').select()).error).toEqual({
      code: 'PGRST205',
      details: null,
      hint: null,
      message: "Could not find the table 'public.xyz' in the schema cache",
    })
    expect((await shop.client().from('peoples').select()).error).toMatchObject({
      hint: "Perhaps you meant the table 'public.people'",
    })
  })

  test('what is created while the door is open is found', async () => {
    await shop.client().from('people').select()
    await shop.sql.unsafe(`
    create table public.late (id int primary key, person text references people);
    grant all on public.late to anon;
    insert into public.late values (1, 'ada')`)
    expect((await shop.client().from('late').select('id, people(name)')).data).toEqual([
      { id: 1, people: { name: 'ada' } },
    ])
    await shop.sql.unsafe('alter table public.late add column size int default 7')
    expect((await shop.client().from('late').select('size').eq('size', 7)).data).toEqual([{ size: 7 }])
    expect((await shop.client().from('late').update({ size: 8 }).eq('id', 1)).error).toBeNull()
  })
})
