/** The file upload function: project metadata and nothing else is published permanently. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractMetadata, metadataFileName, tokenMetadata } from '#domain/metadata.ts'
import { type Emulators, startEmulators } from '../../testing/emulators.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'

let market: Market
let outside: Emulators
let admin: TestFan
beforeAll(async () => {
  outside = await startEmulators()
  market = await createMarket({
    env: { PINNING_URL: `${outside.origin}/ipfs`, PINNING_TOKEN: 'pinning-token' },
  })
  admin = await market.newAdmin()
})
afterAll(async () => {
  await market.close()
  await outside.close()
})

const work = {
  projectName: 'Maré Cheia',
  description: 'Uma hora.',
  image: 'http://localhost:3000/storage/v1/object/public/images/projects/c.webp',
  symbol: 'MARE',
}
const wallet = `0x${'22'.repeat(20)}`
const contract = contractMetadata(work, wallet)
const pin = (fileContent: object, change: object = {}, by = admin) =>
  market.callRaw(by, '/admin/pin', {
    fileContent,
    fileName: metadataFileName('MARE', 'contract', 0.4711),
    isJson: true,
    ...change,
  })

test('both kinds of metadata are there to be read, under a name with a suffix', async () => {
  for (const content of [contract, tokenMetadata(work)]) {
    const answer = await pin(content)
    expect(answer.status).toBe(200)
    const { IpfsHash } = (await answer.json()) as { IpfsHash: string }
    expect(await (await fetch(`${outside.origin}/ipfs/ipfs/${IpfsHash}`)).json()).toEqual(content)
  }
  const pins = (await (await fetch(`${outside.origin}/ipfs/_control/pins`)).json()) as { name: string }[]
  expect(pins.map(({ name }) => name)).toContain('MARE-contract-4711.json')
  expect([0, 0.999999].map((random) => metadataFileName('MARE', 'token', random))).toEqual([
    'MARE-token-0.json',
    'MARE-token-9999.json',
  ])
  expect(contract).toMatchObject({ seller_fee_basis_points: 1000, fee_recipient: wallet })
})

test.each([
  ['another fee', { ...contract, seller_fee_basis_points: 1 }, {}],
  ['another wallet', { ...contract, fee_recipient: `0x${'33'.repeat(20)}` }, {}],
  ['more than metadata', { ...tokenMetadata(work), email: 'ana@tune.test' }, {}],
  ['a cover elsewhere', { ...tokenMetadata(work), image: 'https://elsewhere.test/c.png' }, {}],
  ['a name with a path', contract, { fileName: '../a-1.json' }],
  ['a file that is not JSON', contract, { isJson: false }],
])('%s is refused', async (_name, content, change) => {
  expect((await pin(content, change)).status).toBe(400)
})

test('is for admins alone, and says so when the service fails', async () => {
  expect((await pin(contract, {}, await market.newFan())).status).toBe(403)
  await fetch(`${outside.origin}/ipfs/_control/next`, {
    method: 'POST',
    body: JSON.stringify({ outcome: 'http_500' }),
  })
  const answer = await pin(contract)
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ data: { code: 'pinning_unavailable' } })
  expect((await pin(contract)).status).toBe(200)
})
