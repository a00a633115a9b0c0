/** A fake host that keeps what arrives, and drops what it is told to drop. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUpload } from './tus.ts'

const ENDPOINT = 'https://host.test/tusupload'
const PART = 5 * 1024 * 1024
let received: number
let calls: string[]
/** How the next calls with these methods fail, if at all: cut off before the host has stored the data, or after. */
let faults: { method: string; kept: boolean }[]

beforeEach(() => {
  received = 0
  calls = []
  faults = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', host)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function host(url: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  const { method = 'GET' } = init
  calls.push(method)
  expect(headers.get('Signature')).toBe('ours')
  const fault = faults[0]?.method === method ? faults.shift() : undefined
  if (method === 'PATCH' && (!fault || fault.kept)) {
    expect(Number(headers.get('Upload-Offset'))).toBe(received)
    received += (init.body as Blob).size
  }
  if (fault) throw new TypeError('Failed to fetch')
  if (method === 'POST') return new Response(null, { status: 201, headers: { Location: '/tusupload/1' } })
  expect(url).toBe('https://host.test/tusupload/1')
  return new Response(null, { status: 200, headers: { 'Upload-Offset': String(received) } })
}

const film = (bytes: number) => new File([new Uint8Array(bytes)], 'maré.mp4', { type: 'video/mp4' })
function send(bytes: number) {
  const upload = createUpload(ENDPOINT, { Signature: 'ours' }, film(bytes))
  const shares: number[] = []
  const again = async () => {
    const sent = upload
      .send((share) => shares.push(share), new AbortController().signal)
      .then(
        () => 'all',
        () => 'given up',
      )
    await vi.runAllTimersAsync()
    return sent
  }
  return { again, shares }
}

test('a file goes in parts, and its share is told', async () => {
  const { again, shares } = send(2 * PART + 10)
  expect(await again()).toBe('all')
  expect(received).toBe(2 * PART + 10)
  expect(calls).toEqual(['POST', 'HEAD', 'PATCH', 'PATCH', 'PATCH'])
  expect(shares.at(0)).toBe(0)
  expect(shares.at(-1)).toBe(1)
})

test.each([
  ['that never arrived', false],
  ['whose answer was lost', true],
])('a part %s is asked after, and no byte comes twice', async (_case, kept) => {
  faults = [{ method: 'PATCH', kept }]
  expect(await send(PART + 10).again()).toBe('all')
  expect(received).toBe(PART + 10)
})

test('a host that is away is given up, and goes on later where it stopped', async () => {
  faults = Array.from({ length: 4 }, () => ({ method: 'PATCH', kept: false }))
  const { again } = send(PART + 10)
  received = 0
  expect(await again()).toBe('given up')
  expect(await again()).toBe('all')
  expect(received).toBe(PART + 10)
  expect(calls.filter((method) => method === 'POST')).toHaveLength(1)
})
