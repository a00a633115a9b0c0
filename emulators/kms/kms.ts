/**
 * AWS KMS as far as a chain's key is concerned: one key of the kind ECC_SECG_P256K1 behind the alias `alias/tune`, and one of
 * another curve behind `alias/other`, which no chain can use. It signs with either of the two signatures that are valid.
 */
import { createHash, generateKeyPairSync, randomInt, randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { type Hex, toHex } from 'viem'
import { sign } from 'viem/accounts'
import { Control } from '../control.ts'
import { openDatabase } from '../database.ts'
import type { Emulator } from '../emulator.ts'
import { answerWithFault, NETWORK_OUTCOMES } from '../faults.ts'
import { type Keys, signatureOf } from '../s3/signature.ts'
import { isSameSecret } from '../same-secret.ts'

export type KmsOptions = Keys & { dataDir: string }
type Key = { id: string; spec: string; privateKey: Hex; publicKey: string }

const SCHEMA = `
  create table if not exists keys (
    alias text primary key, id text not null unique, spec text not null, private_key text not null, public_key text not null
  );
`
const CURVES = {
  'alias/tune': ['secp256k1', 'ECC_SECG_P256K1'],
  'alias/other': ['P-256', 'ECC_NIST_P256'],
} as const
/** The order of secp256k1: with `s`, its difference from the order is valid too. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const MOST_SKEW_MS = 5 * 60_000
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/kms\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

/** An answer of 400 with the kind that KMS documents. */
class Refusal extends Error {
  readonly kind: string
  constructor(kind: string, message: string) {
    super(message)
    this.kind = kind
  }
}

export function createKms(options: KmsOptions): Emulator {
  const db = openDatabase(options.dataDir, 'kms', SCHEMA)
  const control = new Control(db, NETWORK_OUTCOMES)
  for (const [alias, [curve, spec]] of Object.entries(CURVES)) {
    const pair = generateKeyPairSync('ec', { namedCurve: curve })
    const own = Buffer.from(pair.privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')
    const open = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    db.prepare('insert into keys values (?, ?, ?, ?, ?) on conflict do nothing').run(
      ...[alias, randomUUID(), spec, `0x${own.toString('hex').padStart(64, '0')}`, open],
    )
  }

  function find(keyId: unknown): Key {
    const name = String(keyId).replace(/^arn:aws:kms:[^:]+:\d+:(key\/)?/, '')
    const row = db.prepare('select * from keys where id = ? or alias = ?').get(name, name)
    if (!row) throw new Refusal('NotFoundException', `Key '${name}' does not exist`)
    const { id, spec, private_key: privateKey, public_key: publicKey } = row as Record<string, string>
    return { id, spec, privateKey, publicKey } as Key
  }

  const arnOf = ({ id }: Key) => `arn:aws:kms:${options.region}:111122223333:key/${id}`
  const calls: Record<string, (asked: Record<string, unknown>) => object | Promise<object>> = {
    'TrentService.GetPublicKey'({ KeyId }) {
      const key = find(KeyId)
      return {
        KeyId: arnOf(key),
        PublicKey: key.publicKey,
        KeySpec: key.spec,
        KeyUsage: 'SIGN_VERIFY',
        SigningAlgorithms: ['ECDSA_SHA_256'],
      }
    },
    async 'TrentService.Sign'({ KeyId, Message, MessageType, SigningAlgorithm }) {
      const key = find(KeyId)
      if (SigningAlgorithm !== 'ECDSA_SHA_256')
        throw new Refusal('ValidationException', 'The signing algorithm is not one of this key.')
      const message = Buffer.from(String(Message), 'base64')
      if (MessageType === 'DIGEST' && message.length !== 32)
        throw new Refusal('ValidationException', 'Digest is invalid length for algorithm ECDSA_SHA_256.')
      const hash = MessageType === 'DIGEST' ? message : createHash('sha256').update(message).digest()
      const { r, s } = await sign({ hash: toHex(hash), privateKey: key.privateKey, to: 'object' })
      const either = randomInt(2) === 0 ? BigInt(s) : ORDER - BigInt(s)
      return { KeyId: arnOf(key), Signature: der(BigInt(r), either).toString('base64'), SigningAlgorithm }
    },
  }

  async function answer(c: Context): Promise<Response> {
    const body = await c.req.text()
    const target = c.req.header('x-amz-target') ?? ''
    try {
      checkSignature(c.req.raw, body, options)
      const call = Object.hasOwn(calls, target) ? calls[target] : undefined
      if (!call) throw new Refusal('UnknownOperationException', '')
      return json(c, 200, await call(JSON.parse(body) as Record<string, unknown>))
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault
      return json(c, 400, { __type: fault.kind, message: fault.message })
    }
  }

  const app = new Hono()
  app.route(
    '/_control',
    control.routes(() => undefined),
  )
  app.post('/', async (c) => {
    const response = await answerWithFault(c, control.takeNext(), () => answer(c))
    const detail = { target: c.req.header('x-amz-target') ?? null }
    control.record({ method: 'POST', path: c.req.path, status: response.status, detail })
    return response
  })
  return { app, close: async () => db.close() }
}

const json = (c: Context, status: 200 | 400, body: object) =>
  c.body(JSON.stringify(body), status, { 'content-type': 'application/x-amz-json-1.1' })

function checkSignature(request: Request, body: string, keys: Keys): void {
  const { headers, method } = request
  const given = headers.get('authorization')
  if (!given) throw new Refusal('MissingAuthenticationTokenException', 'Missing Authentication Token')
  const [, accessKeyId, day = '', region = '', signedHeaders = '', signature = ''] =
    AUTHORIZATION.exec(given) ?? []
  const time = headers.get('x-amz-date') ?? ''
  if (!accessKeyId || !signedHeaders.split(';').includes('host') || !time.startsWith(day))
    throw new Refusal('IncompleteSignatureException', 'The authorization header is malformed.')
  if (accessKeyId !== keys.accessKeyId || region !== keys.region)
    throw new Refusal('UnrecognizedClientException', 'The security token included in the request is invalid.')
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const bodyDigest = createHash('sha256').update(body).digest('hex')
  const scope = { ...keys, service: 'kms', time, day, bodyDigest }
  const expected = signatureOf({ method, headers, url: new URL(request.url) }, signedHeaders, scope)
  if (!(Math.abs(at - Date.now()) < MOST_SKEW_MS) || !isSameSecret(signature, expected))
    throw new Refusal('InvalidSignatureException', 'The request signature we calculated does not match.')
}

/** SEQUENCE { INTEGER, INTEGER }, each with a zero before it where its first bit is set. */
function der(r: bigint, s: bigint): Buffer {
  const integer = (value: bigint) => {
    const hex = value.toString(16)
    const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
    const body = (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), bytes]) : bytes
    return Buffer.concat([Buffer.of(2, body.length), body])
  }
  const both = Buffer.concat([integer(r), integer(s)])
  return Buffer.concat([Buffer.of(0x30, both.length), both])
}
