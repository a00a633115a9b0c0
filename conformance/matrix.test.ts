// @module-tag release
/**
 * What each operation of the official clients is answered with, in MATRIX.md: every cell is what happened in this run. A
 * method that a new release brings fails the test until somebody has tried it. `vitest run conformance/matrix.test.ts -u`
 * writes the table anew.
 */
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL_RELEASES, type Release } from './clients.ts'
import { NAMESPACE_TRIES, NAMESPACES } from './matrix-namespaces.ts'
import { type Parts, TRIES as PLAIN_TRIES } from './matrix-tries.ts'
import { type MatrixWorld, openMatrixWorld } from './matrix-world.ts'

/** What the newest client offers only to whoever says so. */
const EXPERIMENTAL = { passkey: true, recoveryCodes: true }
const PASSWORD = 'correct horse battery'

let world: MatrixWorld
beforeAll(async () => {
  world = await openMatrixWorld()
})
afterAll(() => world.close())

/** The objects whose methods are the public interface. */
const PARTS: Record<string, (client: SupabaseClient) => object | undefined> = {
  'supabase-js': (client) => client,
  'auth-js': (client) => client.auth,
  'auth-js admin': (client) => client.auth.admin,
  'auth-js mfa': (client) => client.auth.mfa,
  'auth-js admin mfa': (client) => client.auth.admin.mfa,
  'postgrest-js table': (client) => client.from('shelves'),
  'postgrest-js query': (client) => client.from('shelves').select(),
  'storage-js': (client) => client.storage,
  'storage-js files': (client) => client.storage.from('any'),
  'realtime-js': (client) => client.realtime,
  'realtime-js channel': (client) => client.channel('any'),
  ...NAMESPACES,
}

const TRIES = { ...PLAIN_TRIES, ...NAMESPACE_TRIES }

/** Methods that are there for the clients themselves; their own documentation does not name them. */
const INTERNAL = new Set(
  `fetch functionsFetch logger lock fetchJwk accessToken endpointURL log hasLogger push encode decode reconnectAfterMs
  setupConnection updateJoinPayload teardown copyBindings cloneRequestState then processResponse uploadOrUpdate
  prepareUploadFormData encodeMetadata toBase64 applyTransformOptsToQuery transformOptsToQueryString bucketLifecycleUrl
  listBucketOptionsToQueryString handleOperation linkIdentityOAuth linkIdentityIdToken`.split(/\s+/),
)

function methodsOf(part: object): string[] {
  const names = new Set<string>()
  for (let at = part; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function' && name !== 'constructor' && !name.startsWith('_')) names.add(name)
  return [...names].filter((name) => !INTERNAL.has(name))
}

function clientOf({ createClient }: Release, key: string): SupabaseClient {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  const auth = { storage, autoRefreshToken: false, detectSessionInUrl: false, experimental: EXPERIMENTAL }
  return createClient(world.harness.url, key, { auth })
}

async function someone(release: Release, part: string): Promise<Parts> {
  const person = clientOf(release, world.harness.anonKey)
  const service = clientOf(release, world.harness.serviceKey)
  const email = `${crypto.randomUUID()}@tune.test`
  const bucket = crypto.randomUUID()
  const isFiles = part.startsWith('storage')
  const { data } = isFiles ? { data: null } : await person.auth.signUp({ email, password: PASSWORD })
  if (isFiles) {
    await service.storage.createBucket(bucket)
    await service.storage.from(bucket).upload('a.txt', 'hello')
  }
  return { person, service, id: data?.user?.id ?? '', email, password: PASSWORD, bucket, mails: world.mails }
}

/** In a word: it works, or the code with which it is refused. */
function describeAnswer(answer: unknown): string {
  if (answer === 'error' || answer === 'timed out' || answer === false) return `refused: ${answer}`
  if (typeof answer !== 'object' || answer === null) return 'works'
  const { error, error_code: code } = answer as { error?: unknown; error_code?: string }
  return code ? `refused: ${code}` : error ? describeFault(error) : 'works'
}
function describeFault(fault: unknown): string {
  const { code, statusCode, status, name, message } = fault as Record<string, unknown>
  if (message === 'Not Found' || code === 'NoSuchRoute') return `not offered: ${code}`
  return `refused: ${code ?? statusCode ?? status ?? name ?? message}`
}

async function cell(release: Release, part: string, method: string): Promise<string> {
  const client = clientOf(release, world.harness.anonKey)
  if (!methodsOf(PARTS[part]?.(client) ?? {}).includes(method)) return '–'
  const parts = await someone(release, part)
  try {
    return describeAnswer(await TRIES[part]?.[method]?.(parts))
  } catch (fault) {
    return describeFault(fault)
  } finally {
    await parts.person.realtime.disconnect()
  }
}

test.each(ALL_RELEASES)('every method of the client $release has been tried', (release) => {
  const client = clientOf(release, world.harness.anonKey)
  const untried = Object.entries(PARTS).flatMap(([part, get]) =>
    methodsOf(get(client) ?? {}).flatMap((method) => (TRIES[part]?.[method] ? [] : `${part} ${method}`)),
  )
  expect(untried).toEqual([])
})

test('MATRIX.md is what the doors answer', async () => {
  const lines = [
    '# What the doors answer to each operation of the official clients',
    '',
    'Written by `vitest run conformance/matrix.test.ts -u`; each cell is what happened when `matrix-tries.ts` used it. “–”: this',
    'release has no such method. The doors stand as in `matrix-world.ts`: no outside provider signs anybody in.',
    '',
    '| client | operation | newest | 2024 |',
    '|---|---|---|---|',
  ]
  for (const [part, tries] of Object.entries(TRIES))
    for (const method of Object.keys(tries)) {
      const cells = await Promise.all(ALL_RELEASES.map((release) => cell(release, part, method)))
      lines.push(`| ${part} | ${method} | ${cells.join(' | ')} |`)
    }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./MATRIX.md')
}, 120_000)
