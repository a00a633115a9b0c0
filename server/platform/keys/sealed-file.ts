/**
 * Secrets at rest: sealed with a passphrase by scrypt (RFC 7914) and AES-256-GCM. The file says how it was sealed, so that
 * the cost may grow without making older files unreadable.
 */
import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import * as v from 'valibot'

/** 128 MB and about half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const
/** A file that asks for more than this is no file of ours. */
const MOST_COST = 2 ** 20
export const SHORTEST_PASSPHRASE = 20

/** What is in a file: the seed of the fans' keys, or the key that signs for the platform. */
export type SealedKind = 'fans-seed' | 'operator-key'

const base64 = v.pipe(v.string(), v.base64())
const sealed = v.object({
  version: v.literal(1),
  kind: v.picklist(['fans-seed', 'operator-key']),
  scrypt: v.object({
    N: v.pipe(v.number(), v.integer(), v.maxValue(MOST_COST)),
    r: v.pipe(v.number(), v.integer(), v.maxValue(32)),
    p: v.pipe(v.number(), v.integer(), v.maxValue(16)),
    salt: base64,
  }),
  aes256gcm: v.object({ iv: base64, tag: base64, text: base64 }),
})

/** Its message is for the operator. */
export class SealedFileError extends Error {
  override name = 'SealedFileError'
}

export async function seal(kind: SealedKind, secret: Uint8Array, passphrase: string): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, COST), iv)
  // Whoever has the file cannot pass one kind off as the other.
  cipher.setAAD(Buffer.from(kind))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  const written = (bytes: Buffer) => bytes.toString('base64')
  return `${JSON.stringify(
    {
      version: 1,
      kind,
      scrypt: { ...COST, salt: written(salt) },
      aes256gcm: { iv: written(iv), tag: written(cipher.getAuthTag()), text: written(text) },
    },
    null,
    2,
  )}\n`
}

/** Throws a SealedFileError for anything but what `seal` made of a secret of this kind, with this passphrase. */
export async function unseal(kind: SealedKind, text: string, passphrase: string): Promise<Buffer> {
  const file = parse(text)
  if (file.kind !== kind) throw new SealedFileError(`the file holds ${file.kind}, not ${kind}`)
  const bytes = (field: string) => Buffer.from(field, 'base64')
  const { salt, ...cost } = file.scrypt
  const key = await keyOf(passphrase, bytes(salt), cost)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(file.aes256gcm.iv), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(kind))
    decipher.setAuthTag(bytes(file.aes256gcm.tag))
    return Buffer.concat([decipher.update(bytes(file.aes256gcm.text)), decipher.final()])
  } catch {
    throw new SealedFileError('the passphrase is another one, or the file is damaged')
  }
}

function parse(text: string): v.InferOutput<typeof sealed> {
  try {
    return v.parse(sealed, JSON.parse(text))
  } catch {
    throw new SealedFileError('the file is not one that `npm run tune` has sealed')
  }
}

/** Reads and opens the file. Throws a SealedFileError, also where there is none. */
export async function unsealFile(kind: SealedKind, path: string, passphrase: string): Promise<Buffer> {
  return unseal(kind, await readText(path), passphrase)
}

/** For its owner alone; never over a file that exists, unless it is to be replaced. */
export async function writeSealed(path: string, text: string, mayReplace: boolean): Promise<void> {
  if (!mayReplace && (await stat(path).catch(() => null)))
    throw new SealedFileError(`${path} exists: nothing is written over it`)
  const written = `${path}.new`
  await rm(written, { force: true })
  const file = await open(written, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(written, path)
}

/** From its setting, or from the first line of its file. Throws a SealedFileError. */
export async function passphraseOf(setting: string | undefined, file: string | undefined): Promise<string> {
  const passphrase =
    setting ?? (file === undefined ? '' : ((await readText(file)).split('\n')[0] ?? '').trim())
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new SealedFileError(`a passphrase has ${SHORTEST_PASSPHRASE} characters at least`)
  return passphrase
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new SealedFileError(`${path} cannot be read`, { cause })
  }
}

function keyOf(passphrase: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  // Twice what the parameters need, as Node counts it.
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r }
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, 32, options, (fault, key) =>
      fault
        ? reject(new SealedFileError('the file is not one that `npm run tune` has sealed'))
        : resolve(key),
    ),
  )
}
