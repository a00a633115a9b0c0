/** The official client embeds relations: by keys, through junctions, by functions; with aggregates and spread. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RELEASES } from './clients.ts'
import { openShop, type Shop } from './shop.ts'

describe.each(RELEASES)('the client $release', (release) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(release, { settings: { aggregates: true } })
  })
  afterAll(() => shop.close())

  const read = async (path: string): Promise<unknown> => (await shop.ask(path)).json()

  describe('relations', () => {
    test('of which there are many, one, or one each way', async () => {
      expect(
        await read('/rooms?select=slug,notes(note),room_details(details)&order=id&notes.order=id'),
      ).toEqual([
        { slug: 'public', notes: [{ note: 'hello' }], room_details: { details: 'first' } },
        { slug: 'random', notes: [{ note: 'perfection' }], room_details: { details: 'second' } },
        { slug: 'other', notes: [{ note: 'again' }, { note: 'again' }], room_details: null },
      ])
      expect(
        await read('/room_details?select=details,rooms(slug,notes(people(name,shelf)))&id=eq.1'),
      ).toEqual([
        { details: 'first', rooms: { slug: 'public', notes: [{ people: { name: 'ada', shelf: 'TOP' } }] } },
      ])
    })

    test('of many to many', async () => {
      expect(await read('/goods?select=name,kinds(name)&order=id&kinds.order=name')).toEqual([
        { name: 'laptop', kinds: [{ name: 'computers' }, { name: 'electronics' }] },
        { name: 'phone', kinds: [{ name: 'electronics' }] },
        { name: 'radio', kinds: [{ name: 'audio' }, { name: 'electronics' }] },
      ])
      expect(await read('/kinds?select=name,goods!goods_kinds(name)&name=eq.audio')).toEqual([
        { name: 'audio', goods: [{ name: 'radio' }] },
      ])
      expect(await read('/goods?select=name,goods_kinds(kinds(name))&id=eq.2')).toEqual([
        { name: 'phone', goods_kinds: [{ kinds: { name: 'electronics' } }] },
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
      const duet = { first: { name: 'ada' }, second: { name: 'bob' } }
      for (const select of [
        'first:people!duets_first_voice_fkey(name),second:people!duets_second_voice_fkey(name)',
        'first:people!first_voice(name),second:people!second_voice(name)',
        'first:first_voice(name),second:second_voice(name)',
        'first:duets_first_voice_fkey(name),second:duets_second_voice_fkey(name)',
      ]) {
        expect(await read(`/duets?select=${select}&id=eq.1`)).toEqual([duet])
      }
      expect(await read('/people?select=name,duets!duets_understudy_fkey(id)&name=eq.cyd')).toEqual([
        { name: 'cyd', duets: [{ id: 1 }] },
      ])
    })

    test('shown by views', async () => {
      expect(await read('/room_notes?select=note,rooms(slug)&note_id=eq.1')).toEqual([
        { note: 'hello', rooms: { slug: 'public' } },
      ])
      expect(await read('/rooms?select=slug,room_notes(note)&id=eq.1')).toEqual([
        { slug: 'public', room_notes: [{ note: 'hello' }] },
      ])
      expect(await read('/top_people?select=name,notes(id)&name=eq.ada')).toMatchObject([
        { notes: [{}, {}, {}] },
      ])
    })

    test('computed by functions', async () => {
      expect(await read('/rooms?select=id,all:notes_of(note,blurb)&order=id&limit=1')).toEqual([
        { id: 1, all: [{ note: 'hello', blurb: 'hel' }] },
      ])
      expect(await read('/people?select=name,notes_of(note)&name=eq.bob')).toEqual([
        { name: 'bob', notes_of: [{ note: 'again' }] },
      ])
      expect(await read('/people?select=name,profile_of(*),only_profile_of(*)&order=name&limit=2')).toEqual([
        { name: 'ada', profile_of: { id: 1, name: 'ada' }, only_profile_of: { id: 1, name: 'ada' } },
        { name: 'bob', profile_of: { id: null, name: null }, only_profile_of: null },
      ])
      expect(await read('/people?select=name,only_profile_of!inner(id)')).toEqual([
        { name: 'ada', only_profile_of: { id: 1 } },
      ])
    })

    test('that do not exist', async () => {
      const answer = await shop.ask('/people?select=name,kinds(name)')
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({
        code: 'PGRST200',
        message: "Could not find a relationship between 'people' and 'kinds' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'people' and 'kinds' in the schema 'public', but no matches were found.",
        hint: null,
      })
      expect(await read('/people?select=note(*)')).toMatchObject({
        hint: "Perhaps you meant 'notes' instead of 'note'.",
      })
      expect(await read('/people?select=notes!nothing(*)')).toMatchObject({
        details:
          "Searched for a foreign key relationship between 'people' and 'notes' using the hint 'nothing' in the schema 'public', but no matches were found.",
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
  })

  describe('what is embedded', () => {
    test('is filtered, ordered and limited by itself', async () => {
      const { data } = await shop
        .client()
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

    test('lets only those through that have some, or none', async () => {
      const people = async (parameters: string) =>
        ((await read(`/people?order=name&${parameters}`)) as { name: string }[]).map(({ name }) => name)
      expect(await people('select=name,notes!inner(id)')).toEqual(['ada', 'bob'])
      expect(await people('select=name,notes!inner(id)&notes.note=eq.hello')).toEqual(['ada'])
      expect(await people('select=name,notes!left(id)&notes.note=eq.hello')).toEqual([
        'ada',
        'bob',
        'cyd',
        'dan',
      ])
      expect(await people('select=name,notes()&notes=is.null')).toEqual(['cyd', 'dan'])
      expect(await people('select=name,notes(id)&notes=not.is.null')).toEqual(['ada', 'bob'])
      expect(await people('select=name,notes(),profiles()&or=(notes.is.null,profiles.not.is.null)')).toEqual([
        'ada',
        'cyd',
        'dan',
      ])
      expect(await people('select=name,notes!inner(rooms!inner(slug))&notes.rooms.slug=eq.random')).toEqual([
        'ada',
      ])
      const counted = await shop.client().from('people').select('name, notes!inner(id)', { count: 'exact' })
      expect(counted.count).toBe(2)
      expect(await read('/people?select=name,notes(id)&notes=eq.1')).toMatchObject({ code: 'PGRST120' })
    })

    test('gives the order where it is one row', async () => {
      expect(await read('/notes?select=id,rooms(id)&order=rooms(slug).desc,id')).toEqual([
        { id: 2, rooms: { id: 2 } },
        { id: 1, rooms: { id: 1 } },
        { id: 3, rooms: { id: 3 } },
        { id: 4, rooms: { id: 3 } },
      ])
      expect(await read('/rooms?select=id,notes(id)&order=notes(id)')).toMatchObject({
        code: 'PGRST118',
        message: "A related order on 'notes' is not possible",
        details: "'rooms' and 'notes' do not form a many-to-one or one-to-one relationship",
      })
      expect(await read('/rooms?select=id&order=notes(id)')).toMatchObject({ code: 'PGRST108' })
      expect(await read('/rooms?select=id&notes.id=eq.1')).toMatchObject({
        code: 'PGRST108',
        message: "'notes' is not an embedded resource in this request",
        hint: "Verify that 'notes' is included in the 'select' query parameter.",
      })
    })

    test('becomes the parent’s own where it is spread', async () => {
      expect(await read('/notes?select=id,..rooms(slug,room:id)&id=eq.1')).toEqual([
        { id: 1, slug: 'public', room: 1 },
      ])
      expect(await read('/notes?select=id,...rooms(slug,...room_details(details))&id=eq.1')).toEqual([
        { id: 1, slug: 'public', details: 'first' },
      ])
      expect(await read('/rooms?select=slug,...notes(note,name)&id=eq.3')).toEqual([
        { slug: 'other', note: ['again', 'again'], name: ['ada', 'bob'] },
      ])
      expect(
        await read('/rooms?select=slug,...notes(note,...people(name,...profiles(of:id)))&id=eq.3'),
      ).toEqual([{ slug: 'other', note: ['again', 'again'], name: ['ada', 'bob'], of: [1, null] }])
      expect(await read('/people?select=name,...notes(ids:id,rooms(slug))&name=eq.bob')).toEqual([
        { name: 'bob', ids: [4], rooms: [{ slug: 'other' }] },
      ])
      expect(
        await read('/folders?select=label,...folders(child:label,...folders(below:label))&id=eq.1'),
      ).toEqual([{ label: 'root', child: ['child', 'other child'], below: ['grandchild', null] }])
      expect(await read('/notes?select=id,...rooms(*)&id=eq.1')).toEqual([
        { id: 1, traits: null, slug: 'public' },
      ])
    })
  })

  describe('aggregates', () => {
    test('of all rows, and grouped by what is shown', async () => {
      expect(await read('/goods?select=count(),price.sum(),price.max(),least:price.min()::text')).toEqual([
        { count: 3, sum: 1899.97, max: 999.99, least: '199.99' },
      ])
      expect(await read('/notes?select=name,count()&order=name')).toEqual([
        { name: 'ada', count: 3 },
        { name: 'bob', count: 1 },
      ])
      expect(await read('/people?select=shelf,name.count()&order=shelf')).toEqual([
        { shelf: 'TOP', count: 3 },
        { shelf: 'LOW', count: 1 },
      ])
    })

    test('by the old name of a count, which needs no permission', async () => {
      expect(await read('/people?select=name,notes(count)&order=name&limit=1')).toEqual([
        { name: 'ada', notes: [{ count: 3 }] },
      ])
      expect(await read('/people?select=count')).toEqual([{ count: 4 }])
    })

    test('of what is embedded, and of what is spread', async () => {
      expect(await read('/people?select=name,notes(count())&order=name&limit=2')).toEqual([
        { name: 'ada', notes: [{ count: 3 }] },
        { name: 'bob', notes: [{ count: 1 }] },
      ])
      expect(
        await read(
          '/people?select=name,notes(rooms(id.sum(),...room_details(of:id.sum(),details)))&name=eq.bob',
        ),
      ).toEqual([{ name: 'bob', notes: [{ rooms: { sum: 3, of: null, details: null } }] }])
      expect(await read('/notes?select=name,...rooms(id.sum())&order=name')).toEqual([
        { name: 'ada', sum: 6 },
        { name: 'bob', sum: 3 },
      ])
      expect(await read('/notes?select=count(),...rooms(slug)&order=rooms(slug).desc')).toEqual([
        { count: 1, slug: 'random' },
        { count: 1, slug: 'public' },
        { count: 2, slug: 'other' },
      ])
      expect(await read('/notes?select=count(),people(name)&people.order=name&order=name')).toMatchObject({
        code: '42803',
      })
      expect(await read('/notes?select=name,count(),people(shelf)&order=name')).toEqual([
        { name: 'ada', count: 3, people: { shelf: 'TOP' } },
        { name: 'bob', count: 1, people: { shelf: 'LOW' } },
      ])
    })

    test('are refused where the door does not permit them', async () => {
      const strict = await openShop(release)
      try {
        expect(await (await strict.ask('/rooms?select=...notes(note)')).json()).toMatchObject({
          code: 'PGRST123',
        })
        const answer = await strict.ask('/goods?select=price.sum()')
        expect([answer.status, await answer.json()]).toMatchObject([
          400,
          { code: 'PGRST123', message: 'Use of aggregate functions is not allowed' },
        ])
      } finally {
        await strict.close()
      }
    })
  })
})
