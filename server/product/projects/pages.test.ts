import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { coverTint } from '../../platform/adapters/cover-tint.ts'
import { createMarket, type Market } from '../../testing/market.ts'
import { listArtistSlugs } from '../studio/artist-page.ts'
import { coverPrefix } from './cover.ts'
import { projectPages } from './pages.ts'

const SHELL =
  '<!doctype html><html lang="pt-BR"><head><title>Tune</title></head><body><div id="root"></div></body></html>'
/** Everything that can end an attribute, an element, a script or a replacement pattern. */
const NASTY = `</title><script>alert(1)</script>"' onload=x $& $1 {{product}} $t(meta.closed) <b>&amp;`

let market: Market
let folder: string
let pages: ReturnType<typeof projectPages>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tune-pages-'))
  market = await createMarket({ env: { DATA_DIR: folder, PUBLIC_URL: 'https://tune.example' } })
  pages = projectPages(
    market.ctx,
    async () => SHELL,
    async () => null,
    listArtistSlugs,
  )
})
afterAll(async () => {
  await market.close()
  await rm(folder, { recursive: true, force: true })
})

async function get(path: string, language?: string) {
  const answer = await pages.request(path, language ? { headers: { 'accept-language': language } } : {})
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}
const attribute = (body: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(body)?.[1]
const linkedData = (body: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? 'null')
const rename = (id: number, name: string) =>
  market.sql`update projects set project_name = ${name}, author = ${name}, description = ${name} where id = ${id}`

describe('a project’s page, as those see it who read no scripts', () => {
  test('in its first lot: title, description, canonical address, picture with its real size, offer', async () => {
    const { uid } = await market.newProject({ price: 3800 })
    const { status, headers, body } = await get(`/p/${uid}`)
    expect(status).toBe(200)
    expect(headers.get('vary')).toContain('accept-language')
    expect(body).toContain('<title>Maré, de Coral · Tune</title>')
    expect(attribute(body, 'description')).toBe('Primeiro lote: R$ 38,00 por 1 hora de acesso. Uma hora')
    expect(body).toContain(`<link rel="canonical" href="https://tune.example/p/${uid}" />`)
    expect(attribute(body, 'twitter:card')).toBe('summary_large_image')
    expect(linkedData(body)).toMatchObject({
      '@type': 'MusicRecording',
      name: 'Maré',
      byArtist: { name: 'Coral' },
      offers: { price: '38.00', priceCurrency: 'BRL', availability: 'https://schema.org/InStock' },
    })

    const picture = new URL(attribute(body, 'og:image') ?? '')
    const drawn = await pages.request(`${picture.pathname}${picture.search}`)
    expect(drawn.headers.get('content-type')).toBe(attribute(body, 'og:image:type'))
    const { width, height, format } = await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()
    expect([String(width), String(height), format]).toEqual([
      attribute(body, 'og:image:width'),
      attribute(body, 'og:image:height'),
      'jpeg',
    ])
  })

  test('in English for who asks for it', async () => {
    const { uid } = await market.newProject()
    const { body } = await get(`/p/${uid}`, 'en-GB,pt;q=0.5')
    expect(body).toContain('<html lang="en"')
    expect(body).toContain('<title>Maré, by Coral · Tune</title>')
    expect((await get(`/p/${uid}`, 'pt-BR')).body).toContain('<html lang="pt-BR"')
  })

  test('before its hour it says when it opens, by the clocks of São Paulo', async () => {
    const { id, uid } = await market.newProject({ price: 3800 })
    const opensIn = (at: string) =>
      market.sql`update projects set expired_at = '2091-01-01', opens_at = ${at}::text::timestamptz where id = ${id}`
    await opensIn('2090-03-05T17:07:00Z')
    const { body } = await get(`/p/${uid}`)
    expect(attribute(body, 'description')).toContain(
      'O primeiro lote abre em 05/03/2090 14:07 (horário de São Paulo): R$ 38,00 por 1 hora de acesso.',
    )
    expect(attribute((await get(`/p/${uid}`, 'en')).body, 'og:description')).toContain(
      'The first lot opens on 5 Mar 2090 14:07 (São Paulo time)',
    )
    expect(linkedData(body).offers).toMatchObject({
      availability: 'https://schema.org/PreOrder',
      availabilityStarts: '2090-03-05T17:07:00.000Z',
    })
    await opensIn('2020-03-05T17:07:00Z')
    const { body: opened } = await get(`/p/${uid}`)
    expect(attribute(opened, 'description')).toContain('Primeiro lote: R$ 38,00')
    expect(linkedData(opened).offers).toMatchObject({
      availability: 'https://schema.org/InStock',
      availabilityStarts: '2020-03-05T17:07:00.000Z',
    })
  })

  test('at auction it says so, and from which price', async () => {
    const { uid } = await market.newAuction({ price: 2500 })
    const { status, body } = await get(`/p/${uid}`)
    expect(status).toBe(200)
    expect(attribute(body, 'og:description')).toContain('Em leilão, com lances a partir de R$ 25,00')
  })

  test('whatever an artist calls a work stays a name', async () => {
    const { id, uid } = await market.newProject()
    await rename(id, NASTY.slice(0, 120))
    const { body } = await get(`/p/${uid}`)
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body.match(/<title>/g)).toHaveLength(1)
    expect(body).not.toContain('<b>')
    expect(body).toContain('$&amp; $1 {{product}} $t(meta.closed)')
    expect(linkedData(body).name).toBe(NASTY.slice(0, 120))
    expect((await pages.request(`/p/${uid}/preview.jpg`)).status).toBe(200)
  })

  test('one that is paused is not on sale, and is there all the same', async () => {
    const { id, uid } = await market.newProject()
    await market.sql`update projects set paused_at = now() where id = ${id}`
    const { status, body } = await get(`/p/${uid}`)
    expect(status).toBe(200)
    expect(linkedData(body).offers.availability).toBe('https://schema.org/OutOfStock')
  })

  test('one that has closed is gone, with a page all the same', async () => {
    const { uid } = await market.newProject({ open: false })
    const { status, body } = await get(`/p/${uid}`)
    expect(status).toBe(410)
    expect(body).toContain('<title>Maré encerrou · Tune</title>')
    expect(attribute(body, 'robots')).toBe('noindex')
    expect(linkedData(body).offers.availability).toBe('https://schema.org/Discontinued')
    expect(body).toContain('<div id="root">')
  })

  test.each([
    ['a draft', async () => (await market.newProject({ published: false })).uid],
    ['an unknown one', async () => randomUUID()],
    ['no uid at all', async () => '%3Cscript%3E'],
  ])('%s is not found, and nothing is said of it', async (_name, make) => {
    const uid = await make()
    const { status, body } = await get(`/p/${uid}`)
    expect(status).toBe(404)
    expect(body).toContain('<title>Página não encontrada · Tune</title>')
    expect(body).not.toContain('Maré')
    expect(body).not.toContain('ld+json')
    expect(body).toContain('<div id="root">')
    expect((await pages.request(`/p/${uid}/preview.jpg`)).status).toBe(404)
  })
})

describe('the public answer', () => {
  test('tells what a page shows and nothing that is exclusive', async () => {
    const { uid } = await market.newProject()
    const { status, data } = await market.call(null, `/projects/${uid}/public`)
    expect(status).toBe(200)
    expect(Object.keys(data).sort()).toEqual(
      [
        ...[
          'uid',
          'clip',
          'firstLines',
          'windows',
          'opensAt',
          'projectName',
          'artistSlug',
          'author',
          'thumbnail',
          'description',
          'fiatPrice',
          'totalSupply',
        ],
        ...[
          'totalAvailable',
          'validPeriod',
          'expiredAt',
          'nextExpire',
          'leading',
          'phase',
          'tint',
          'isPaused',
        ],
      ].sort(),
    )
    const draft = await market.newProject({ published: false })
    expect((await market.call(null, `/projects/${draft.uid}/public`)).status).toBe(404)
    expect((await market.call(null, '/projects/x/public')).status).toBe(404)
  })
})

describe('the preview picture', () => {
  /** A cover in storage, as left by an upload. */
  async function cover(colour: string): Promise<{ address: string; bytes: Buffer }> {
    const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: colour } })
      .png()
      .toBuffer()
    const [name, id, version] = [`projects/${randomUUID()}.png`, randomUUID(), randomUUID()]
    await market.sql`
      insert into storage.objects (id, bucket_id, name, version) values (${id}, 'images', ${name}, ${version})`
    const file = join(folder, 'storage', id, version)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
    return { address: coverPrefix(market.ctx.env) + name, bytes }
  }

  test('shows the cover, is drawn once however many ask, and anew when the work changes', async () => {
    const { id, uid } = await market.newProject()
    const { address } = await cover('#1060ff')
    await market.sql`update projects set thumbnail = ${address} where id = ${id}`
    const path = `/p/${uid}/preview.jpg`
    const drawn = await Promise.all(Array.from({ length: 6 }, () => pages.request(path)))
    const [first] = await Promise.all(drawn.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
    const kept = async () => (await readdir(join(folder, 'previews'))).filter((name) => name.startsWith(uid))
    expect(await kept()).toHaveLength(1)
    const { dominant } = await sharp(
      await sharp(first).extract({ left: 200, top: 200, width: 50, height: 50 }).toBuffer(),
    ).stats()
    expect(dominant.b).toBeGreaterThan(200)
    expect(dominant.r).toBeLessThan(60)
    await market.sql`update projects set fiat_price = 9900 where id = ${id}`
    expect((await pages.request(path)).status).toBe(200)
    expect(await kept()).toHaveLength(2)
  })

  test('shows a cover that was stored when the installation had another address', async () => {
    const { id, uid } = await market.newProject()
    const { address } = await cover('#20c040')
    const before = address.replace(market.ctx.env.PUBLIC_URL, 'https://before.example')
    await market.sql`update projects set thumbnail = ${before} where id = ${id}`
    const drawn = await pages.request(`/p/${uid}/preview.jpg`)
    const { dominant } = await sharp(
      await sharp(Buffer.from(await drawn.arrayBuffer()))
        .extract({ left: 200, top: 200, width: 50, height: 50 })
        .toBuffer(),
    ).stats()
    expect(dominant.g).toBeGreaterThan(150)
    expect(dominant.r).toBeLessThan(80)
  })

  test('a cover’s tint has its hue', async () => {
    const { bytes } = await cover('#1060ff')
    const tint = await coverTint(bytes)
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(tint.slice(at, at + 2), 16)) as [
      number,
      number,
      number,
    ]
    expect(blue).toBeGreaterThan(green)
    expect(green).toBeGreaterThan(red)
  })
})

test('search engines are told of published, open projects and of nothing behind the door', async () => {
  const open = await market.newProject()
  const others = [await market.newProject({ published: false }), await market.newProject({ open: false })]
  const map = await get('/sitemap.xml')
  expect(map.headers.get('content-type')).toContain('application/xml')
  expect(map.body).toContain(`<loc>https://tune.example/p/${open.uid}</loc>`)
  for (const { uid } of others) expect(map.body).not.toContain(uid)
  const robots = await get('/robots.txt')
  expect(robots.body).toContain('Sitemap: https://tune.example/sitemap.xml')
  expect(robots.body).toContain('Disallow: /\n')
  expect(robots.body).toContain('Allow: /p/')
  expect(robots.body).toContain('Allow: /dashboard$\n')
})
