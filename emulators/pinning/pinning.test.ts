/** Pins have the identifiers that IPFS gives them, and the gateway gives the same bytes back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningEmulator, startEmulator } from '../testing.ts'
import { identify } from './cid.ts'
import { createPinning } from './pinning.ts'

const TOKEN = 'pin-token'
const HELLO = 'bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4'

let ipfs: RunningEmulator
beforeAll(async () => {
  ipfs = await startEmulator('/ipfs', ({ dataDir }) => createPinning({ dataDir, token: TOKEN }))
})
afterAll(() => ipfs.remove())

async function pin(body: object, token = TOKEN) {
  const response = await fetch(`${ipfs.origin}/ipfs/pinning/pinJSONToIPFS`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('content identifiers', () => {
  it.each([
    // Published examples: an empty file, "hello world\n", "hello world".
    ['', 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'],
    ['hello world\n', HELLO],
    ['hello world', 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'],
  ])('of %j', async (text, cid) => {
    expect((await identify(new TextEncoder().encode(text))).cid).toBe(cid)
  })

  it('have a node above the leaves when one leaf is not enough', async () => {
    expect((await identify(new Uint8Array(262_144))).cid).toMatch(/^bafkrei/)
    // Worked out by hand from the DAG-PB and UnixFS specifications: 262,145 zero bytes in two raw leaves.
    expect(await identify(new Uint8Array(262_145))).toEqual({
      cid: 'bafybeigllfqgfpqydppr6cmv56g7ax4wyhruzswvcefv6j5kj77nzttfki',
      size: 262_249,
    })
  })
})

describe('pinning', () => {
  it('once, whatever is asked', async () => {
    const first = await pin({ pinataContent: { a: 1 } })
    const { cid } = await identify(new TextEncoder().encode('{"a":1}'))
    expect(first.body).toMatchObject({ IpfsHash: cid, PinSize: 7, Timestamp: expect.any(String) })
    expect((await pin({ pinataContent: { a: 1 } })).body).toEqual({ ...first.body, isDuplicate: true })
  })

  it('JSON, readable at both gateway addresses', async () => {
    const metadata = { name: 'Tune #1', image: `ipfs://${HELLO}` }
    const { body } = await pin({ pinataContent: metadata, pinataMetadata: { name: 'm' } })
    for (const path of [`/ipfs/${body.IpfsHash}`, `/ipfs/ipfs/${body.IpfsHash}`]) {
      const response = await fetch(ipfs.origin + path)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.json()).toEqual(metadata)
    }
  })

  it('takes the right token', async () => {
    expect((await pin({ pinataContent: {} }, 'wrong')).status).toBe(401)
  })

  it('gives nothing that was not pinned', async () => {
    expect((await pin({})).status).toBe(400)
    expect((await fetch(`${ipfs.origin}/ipfs/${HELLO}`)).status).toBe(404)
    expect((await fetch(`${ipfs.origin}/ipfs/nonsense`)).status).toBe(400)
  })
})
