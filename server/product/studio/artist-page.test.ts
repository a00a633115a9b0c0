/** An artist's public page: who has one, what it shows, and what readers without scripts see of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFreeSlug, RESERVED_SLUGS } from '#domain/artist.ts'
import { createMarket, type Market } from '../../testing/market.ts'
import type { ArtistPageWire } from './contract.ts'
import { artistPublicPages } from './pages.ts'

const SHELL = '<!doctype html><html lang="pt-BR"><head><title>Tune</title></head><body></body></html>'
const NASTY = `</title><script>alert(1)</script>"' $& {{product}} $t(page.works)`

let market: Market
let pages: ReturnType<typeof artistPublicPages>
beforeAll(async () => {
  market = await createMarket({ env: { PUBLIC_URL: 'https://tune.example' } })
  pages = artistPublicPages(market.ctx, async () => SHELL)
})
afterAll(() => market.close())

/** A project of an artist who has never been seen before. */
async function newWork(author: string, facts: Parameters<Market['newProject']>[0] = {}) {
  const project = await market.newProject(facts)
  await market.sql`delete from private.artists where wallet = (
    select lower(author_wallet) from projects where id = ${project.id}
  )`
  await market.sql`update projects set author = ${author} where id = ${project.id}`
  return project
}
const pageOf = (name: string) =>
  market.call(null, `/artist-pages/${name}`) as Promise<{ status: number; data: ArtistPageWire }>
const slugOf = async ({ id }: { id: number }): Promise<string | null> => {
  const [row] = await market.sql<{ slug: string | null }[]>`
    select slug from private.artists join projects on lower(author_wallet) = wallet where projects.id = ${id}`
  return row?.slug ?? null
}
async function head(path: string, language = 'pt') {
  const answer = await pages.request(path, { headers: { 'accept-language': language } })
  return { status: answer.status, body: await answer.text() }
}

test('an artist’s first work gives them an address, and what looks the same gets none', async () => {
  expect(await slugOf(await newWork('Nara Vidal'))).toBe('nara-vidal')
  expect(await slugOf(await newWork('Nará  Vidal!'))).toBeNull()
  expect(await slugOf(await newWork('NaraVida1'))).toBeNull()
  expect(await slugOf(await newWork('漢'))).toBeNull()
  // At once, too: one of them has it.
  const two = await Promise.all([newWork('Ana Rosa'), newWork('Anarosa')])
  expect((await Promise.all(two.map(slugOf))).filter(Boolean)).toHaveLength(1)
})

test('its page shows published works, the open ones first, and none of what is exclusive', async () => {
  const first = await newWork('Beto Lua', { price: 3000 })
  const [wallet] = await market.sql`select author_wallet from projects where id = ${first.id}`
  for (const [name, facts] of [
    ['Encerrada', { expired_at: new Date(Date.now() - 1000), is_active: true }],
    ['Rascunho', { expired_at: new Date(Date.now() + 86_400_000), is_active: false }],
    ['Por abrir', { expired_at: new Date(Date.now() + 86_400_000), is_active: true }],
  ] as const)
    await market.sql`
      insert into projects (project_name, author, thumbnail, description, lyrics, video_id, symbol, fiat_price,
        total_supply, valid_period, expired_at, author_wallet, contract_address, is_active, opens_at)
      select ${name}, author, thumbnail, description, 'Segredo', 'segredo', symbol, fiat_price, total_supply,
        valid_period, ${facts.expired_at}, ${wallet?.author_wallet}, contract_address, ${facts.is_active},
        ${name === 'Por abrir' ? new Date(Date.now() + 3_600_000) : null}
      from projects where id = ${first.id}`
  const { data, status } = await pageOf('beto-lua')
  expect(status).toBe(200)
  expect(data).toMatchObject({ name: 'Beto Lua', slug: 'beto-lua', story: '', picture: null })
  expect(data.works.map(({ projectName }) => projectName)).toEqual(['Por abrir', 'Maré', 'Encerrada'])
  expect(data.works[0]?.opensAt).toMatch(/Z$/)
  expect(JSON.stringify(data)).not.toContain('segredo')
  const work = (await market.call(null, `/projects/${first.uid}/public`)) as { data: object }
  expect(work.data).toMatchObject({ artistSlug: 'beto-lua' })
})

test('an address that it had before leads to the present one, and nobody else gets it', async () => {
  const [work, other] = [await newWork('Lua Nova'), await newWork('Sol Posto')]
  const name = (project: { id: number }, slug: string) => market.sql`
    update private.artists set slug = ${slug}
    from projects where lower(author_wallet) = wallet and projects.id = ${project.id}`
  await name(work, 'lua-cheia')
  expect((await pageOf('lua-nova')).data).toMatchObject({ name: 'Lua Nova', slug: 'lua-cheia' })
  const answer = await pages.request('/a/lua-nova')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/a/lua-cheia'])
  const [taken] = await market.sql`
    select private.slug_is_taken('lua-n0va', artists.id) as by_other, private.slug_is_taken('sol-posto', artists.id) as own
    from private.artists join projects on lower(author_wallet) = wallet where projects.id = ${other.id}`
  expect(taken).toMatchObject({ by_other: true, own: false })
  expect(await slugOf(await newWork('Lua  Nova!'))).toBeNull()
  await name(work, 'lua-nova')
  expect((await head('/a/lua-nova')).status).toBe(200)
  expect((await pages.request('/a/lua-cheia')).headers.get('location')).toBe('/a/lua-nova')
})

test('an address that would seem to be ours is nobody’s', async () => {
  for (const slug of [...RESERVED_SLUGS, 'adm1n', 'a-p-i', 'stud10']) {
    expect(isFreeSlug(slug), slug).toBe(false)
    const [row] = await market.sql`select private.is_reserved_slug(${slug}) as reserved`
    expect(row?.reserved, slug).toBe(true)
  }
  expect(isFreeSlug('admiravel')).toBe(true)
  expect(await slugOf(await newWork('Stúdio'))).toBeNull()
})

test('there is none for a name that nobody has, a draft’s artist, or no name at all', async () => {
  const draft = await newWork('So Rascunho', { published: false })
  expect(await slugOf(draft)).toBe('so-rascunho')
  for (const name of ['so-rascunho', 'ninguem', 'Beto-Lua', 'beto--lua', 'x'.repeat(500)]) {
    expect((await pageOf(name)).status, name).toBe(404)
    const { status, body } = await head(`/a/${name}`)
    expect(status, name).toBe(404)
    expect(body).toContain('noindex')
  }
})

test('readers without scripts see its title, words and picture, and names stay text', async () => {
  const work = await newWork('Cora Sol')
  await market.sql`update private.artists set story = ${NASTY} where slug = 'cora-sol'`
  const { status, body } = await head('/a/cora-sol')
  expect(status).toBe(200)
  expect(body).toContain('<title>Cora Sol · Tune</title>')
  expect(body).toContain('<link rel="canonical" href="https://tune.example/a/cora-sol" />')
  expect(body).toContain(`content="https://tune.example/p/${work.uid}/preview.jpg"`)
  expect(body).toContain('Cora Sol na Tune: Maré')
  expect(body).not.toContain('<script>alert')
  expect((await head('/a/cora-sol', 'en')).body).toContain('Cora Sol on Tune: Maré')
  const data = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? 'null')
  expect(data).toMatchObject({ '@type': 'MusicGroup', name: 'Cora Sol', description: NASTY })
})
