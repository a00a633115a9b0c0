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

async function pin(path: string, body: FormData | object, token = TOKEN) {
  const isForm = body instanceof FormData
  const response = await fetch(`${ipfs.origin}/ipfs${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

function formWith(content: string, name: string, type: string) {
  const form = new FormData()
  form.set('file', new File([content], name, { type }))
  return form
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
  it('a file, once', async () => {
    const first = await pin('/pinning/pinFileToIPFS', formWith('hello world\n', 'hello.txt', 'text/plain'))
    expect(first.body).toMatchObject({ IpfsHash: HELLO, PinSize: 12, Timestamp: expect.any(String) })
    const again = await pin('/pinning/pinFileToIPFS', formWith('hello world\n', 'hello.txt', 'text/plain'))
    expect(again.body).toEqual({ ...first.body, isDuplicate: true })
  })

  it('JSON, readable at both gateway addresses', async () => {
    const metadata = { name: 'Tune #1', image: `ipfs://${HELLO}` }
    const { body } = await pin('/pinning/pinJSONToIPFS', {
      pinataContent: metadata,
      pinataMetadata: { name: 'm' },
    })
    for (const path of [`/ipfs/${body.IpfsHash}`, `/ipfs/ipfs/${body.IpfsHash}`]) {
      const response = await fetch(ipfs.origin + path)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.json()).toEqual(metadata)
    }
  })

  it('by the upload function, as JSON or as base 64', async () => {
    const json = await pin('/pin', { fileContent: { a: 1 }, fileName: 'a.json', isJson: true })
    expect(json.body.IpfsHash).toBe((await identify(new TextEncoder().encode('{"a":1}'))).cid)
    const base64 = Buffer.from('hello world\n').toString('base64')
    const file = await pin('/pin', {
      fileContent: `data:text/plain;base64,${base64}`,
      fileName: 'h',
      isJson: false,
    })
    expect(file.body.IpfsHash).toBe(HELLO)
    expect((await pin('/pin', { fileContent: 'no base64!', isJson: false })).status).toBe(400)
  })

  it('takes the right token', async () => {
    expect((await pin('/pin', { fileContent: {}, isJson: true }, 'wrong')).status).toBe(401)
  })

  it('ends with unpinning', async () => {
    const { body } = await pin('/pinning/pinJSONToIPFS', { pinataContent: { gone: true } })
    const unpin = () =>
      fetch(`${ipfs.origin}/ipfs/pinning/unpin/${body.IpfsHash}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${TOKEN}` },
      })
    expect((await unpin()).status).toBe(200)
    expect((await unpin()).status).toBe(404)
    expect((await fetch(`${ipfs.origin}/ipfs/${body.IpfsHash}`)).status).toBe(404)
    expect((await fetch(`${ipfs.origin}/ipfs/nonsense`)).status).toBe(400)
  })
})
