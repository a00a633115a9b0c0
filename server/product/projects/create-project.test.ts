import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { FilesUnavailable } from '../../platform/files/files.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'

let market: Market
let admin: TestFan
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
})
afterAll(() => market.close())

const work = {
  projectName: 'Maré Cheia',
  author: 'Coral do Cais',
  authorWallet: `0x${'3'.repeat(40)}`,
  symbol: 'MARE',
  description: 'Uma hora.',
  fiatPrice: 2000,
  totalSupply: 2,
  validPeriod: 3600,
  videoId: 'mare-cheia',
  lyrics: '<p onclick="x">la</p>',
  mediaUrl: '',
  thumbnail: 'http://localhost:3000/storage/v1/object/public/images/projects/c.webp',
  baseURI: 'ipfs://a',
  contractURI: 'ipfs://b',
  isActive: true,
  expiredAt: '2099-12-31 23:59:59',
}

test('begins unpublished, with its stock and a request for its contract', async () => {
  const created = (await market.call(admin, '/create-project', work)) as {
    status: number
    data: { uid: string }
  }
  expect(created.status).toBe(201)
  const { uid } = created.data
  const [row] = await market.sql`
    select project_name, symbol, author, author_wallet, description, fiat_price, total_supply, valid_period, video_id,
      thumbnail, base_uri, contract_uri, is_active, lyrics, expired_at,
      (select count(*)::int from units where project_id = projects.id) as units
    from projects where uid = ${uid}`
  expect(row).toEqual({
    project_name: work.projectName,
    symbol: work.symbol,
    author: work.author,
    author_wallet: work.authorWallet,
    description: work.description,
    fiat_price: 2000,
    total_supply: 2,
    valid_period: 3600,
    video_id: work.videoId,
    thumbnail: work.thumbnail,
    base_uri: work.baseURI,
    contract_uri: work.contractURI,
    is_active: false,
    lyrics: '<p>la</p>',
    expired_at: new Date('2099-12-31T23:59:59Z'),
    units: 2,
  })
  expect(await market.sql`select kind from chain.operations where key = ${`deploy:${uid}`}`).toHaveLength(1)

  // It cannot be published before its contract exists; afterwards it can.
  expect((await market.call(admin, `/projects/${uid}/publish`, {})).status).toBe(404)
  await market.sql`update projects set contract_address = ${`0x${'4'.repeat(40)}`} where uid = ${uid}`
  expect((await market.call(admin, `/projects/${uid}/publish`, {})).status).toBe(200)
  expect(await market.sql`select is_active from projects where uid = ${uid}`).toEqual([{ is_active: true }])
  const trail = await market.sql`
    select admin_id, action, after ->> 'fiatPrice' as price from private.admin_actions
    where subject = ${uid} order by id`
  expect(trail).toEqual([
    { admin_id: admin.uid, action: 'project.create', price: '2000' },
    { admin_id: admin.uid, action: 'project.publish', price: null },
  ])
})

test('one key makes one project, also when it is sent twice at once', async () => {
  const key = { 'idempotency-key': 'farol-1' }
  const named = { ...work, projectName: 'Farol de uma vez' }
  type Answer = { status: number; data: { uid: string } }
  const send = (body: object) => market.call(admin, '/create-project', body, key) as Promise<Answer>
  const answers = [...(await Promise.all([send(named), send(named)])), await send(named)]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ data }) => data.uid)).size).toBe(1)
  expect(await market.sql`select from projects where project_name = 'Farol de uma vez'`).toHaveLength(1)
  expect(await send({ ...named, fiatPrice: 3000 })).toMatchObject({
    status: 422,
    data: { code: 'key_reused' },
  })
})

test('is for admins alone', async () => {
  const fan = await market.newFan()
  const project = await market.newProject({ published: false })
  expect(await market.call(fan, '/create-project', work)).toMatchObject({
    status: 403,
    data: { code: 'forbidden' },
  })
  expect((await market.call(fan, `/projects/${project.uid}/publish`, {})).status).toBe(403)
})

test.each([
  ['a price of zero', { fiatPrice: 0 }],
  ['a fraction of a unit', { totalSupply: 1.5 }],
  ['a wallet that is none', { authorWallet: '0x12' }],
  ['a date that is none', { expiredAt: '2099-13-41 00:00:00' }],
  ['a video id with a path', { videoId: '../x' }],
  ['a cover on another host', { thumbnail: 'https://elsewhere.test/c.webp' }],
  ['no name', { projectName: '  ' }],
  ['a name too long for the contract', { projectName: '🎵'.repeat(70) }],
])('refuses %s', async (_name, change) => {
  expect((await market.call(admin, '/create-project', { ...work, ...change })).status).toBe(400)
})

test('a wallet is one author’s: another name with it is refused, and renames nobody', async () => {
  const authorWallet = `0x${'7'.repeat(40)}`
  const make = (author: string, wallet = authorWallet) =>
    market.call(admin, '/create-project', { ...work, author, authorWallet: wallet }) as Promise<{
      status: number
      data: { uid: string; code?: string }
    }>
  const first = await make('Coral do Cais')
  expect(first.status).toBe(201)
  expect(await make('Outra Banda')).toMatchObject({ status: 409, data: { code: 'wallet_of_another' } })
  expect((await make('coral do CAÍS')).status).toBe(201)
  const other = await make('Outra Banda', `0x${'8'.repeat(40)}`)
  const edit = (uid: string, fields: object) =>
    market.call(admin, `/admin/projects/${uid}/edit`, { version: 1, ...fields }) as Promise<{
      status: number
      data: { code?: string }
    }>
  expect((await edit(other.data.uid, { authorWallet })).data.code).toBe('wallet_of_another')
  expect((await edit(first.data.uid, { author: 'Outra Banda' })).data.code).toBe('wallet_of_another')
  // An artist with only this project may have been misspelled.
  expect((await edit(other.data.uid, { author: 'Outra Bandinha' })).status).toBe(200)
  const names = await market.sql`
    select name from private.artists where wallet in (${authorWallet}, ${`0x${'8'.repeat(40)}`}) order by wallet`
  expect(names.map(({ name }) => String(name).toLowerCase())).toEqual(['coral do caís', 'outra bandinha'])
})

test('a store of files that is away is said to be, and nothing is created', async () => {
  await market.sql`
    insert into storage.objects (bucket_id, name) values ('images', 'projects/c.webp') on conflict do nothing`
  const read = vi.spyOn(market.ctx.files, 'read').mockRejectedValue(new FilesUnavailable('away'))
  onTestFinished(() => read.mockRestore())
  const before = await market.sql`select id from projects`
  expect(await market.call(admin, '/create-project', work)).toMatchObject({
    status: 503,
    data: { code: 'unavailable' },
  })
  expect(await market.sql`select id from projects`).toEqual(before)
})
