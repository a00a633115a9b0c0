/**
 * A key in AWS KMS, or in whatever speaks its calls: of the kind ECC_SECG_P256K1, for SIGN_VERIFY. Sources:
 * docs.aws.amazon.com/kms/latest/APIReference/API_Sign.html and API_GetPublicKey.html.
 */
import { createPublicKey } from 'node:crypto'
import { type Hex, hexToBytes, isAddressEqual, type Signature } from 'viem'
import { publicKeyToAddress, recoverAddress } from 'viem/utils'
import type { Env } from '../../env.ts'
import { signedHeaders } from './aws-signature.ts'
import type { Operator } from './operator.ts'

const TIMEOUT_MS = 10_000
/** The order of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

export class KmsError extends Error {
  override name = 'KmsError'
  constructor(message: string, options?: ErrorOptions) {
    super(`KMS: ${message}`, options)
  }
}

/** `keyId`: its id, ARN or alias. Asks for its public key once. Throws a KmsError. */
export async function createKmsOperator(env: Env, keyId: string): Promise<Operator> {
  const { PublicKey } = await call(env, 'GetPublicKey', { KeyId: keyId })
  const address = addressOf(String(PublicKey))
  return {
    address,
    async sign(digest) {
      const { Signature: der } = await call(env, 'Sign', {
        KeyId: keyId,
        Message: Buffer.from(hexToBytes(digest)).toString('base64'),
        MessageType: 'DIGEST',
        SigningAlgorithm: 'ECDSA_SHA_256',
      })
      return recoverable(Buffer.from(String(der), 'base64'), digest, address)
    },
  }
}

type KmsAccount = Pick<Env, 'KMS_REGION' | 'KMS_ENDPOINT' | 'KMS_ACCESS_KEY_ID' | 'KMS_SECRET_ACCESS_KEY'>

async function call(env: KmsAccount, name: string, body: object): Promise<Record<string, unknown>> {
  const region = env.KMS_REGION ?? ''
  const url = new URL(env.KMS_ENDPOINT ?? `https://kms.${region}.amazonaws.com`)
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${name}` }
  const caller = {
    region,
    service: 'kms',
    accessKeyId: env.KMS_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.KMS_SECRET_ACCESS_KEY ?? '',
  }
  const answer = await fetch(url, {
    method: 'POST',
    headers: signedHeaders(url, headers, text, caller, Date.now()),
    body: text,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new KmsError(`${name} was not answered`, { cause })
  })
  const said = (await answer.json().catch(() => null)) as Record<string, unknown> | null
  if (answer.ok && said) return said
  // `prefix#NotFoundException`, or without the prefix.
  const kind = String(said?.__type ?? '').replace(/^.*#/, '')
  throw new KmsError(`${name} answered ${answer.status} ${kind}`.trim())
}

/** Throws a KmsError for a key of another curve. */
function addressOf(publicKey: string): Hex {
  try {
    const der = Buffer.from(publicKey, 'base64')
    const { crv, x, y } = createPublicKey({ key: der, format: 'der', type: 'spki' }).export({ format: 'jwk' })
    if (crv !== 'secp256k1' || !x || !y) throw new KmsError('the key is not of the kind ECC_SECG_P256K1')
    const half = (part: string) => Buffer.from(part, 'base64url').toString('hex').padStart(64, '0')
    return publicKeyToAddress(`0x04${half(x)}${half(y)}`)
  } catch (fault) {
    if (fault instanceof KmsError) throw fault
    throw new KmsError('the public key cannot be read', { cause: fault })
  }
}

/** What KMS leaves out: which of the two points it is. Throws a KmsError for another key's signature. */
async function recoverable(der: Buffer, hash: Hex, address: Hex): Promise<Signature> {
  const [r, any] = integersOf(der)
  // KMS signs with either of the two that are valid; the chain takes the lower one (EIP-2).
  const s = any > ORDER / 2n ? ORDER - any : any
  const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
  for (const yParity of [0, 1]) {
    const signature = { r: word(r), s: word(s), yParity }
    const signer = await recoverAddress({ hash, signature }).catch(() => null)
    if (signer && isAddressEqual(signer, address)) return signature
  }
  throw new KmsError('Sign answered with the signature of another key')
}

/** SEQUENCE { INTEGER, INTEGER }, as X9.62 writes a signature; all lengths are below 128. */
function integersOf(der: Buffer): [bigint, bigint] {
  const integer = (at: number) => {
    const length = der[at + 1] ?? 0
    if (der[at] !== 2 || length === 0 || length > 33 || at + 2 + length > der.length)
      throw new KmsError('Sign answered without a signature')
    return { value: BigInt(`0x${der.toString('hex', at + 2, at + 2 + length)}`), next: at + 2 + length }
  }
  if (der[0] !== 0x30 || der[1] !== der.length - 2) throw new KmsError('Sign answered without a signature')
  const first = integer(2)
  return [first.value, integer(first.next).value]
}
