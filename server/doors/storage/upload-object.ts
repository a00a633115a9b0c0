/**
 * POST and PUT /object/{bucket}/{name}: a new object, or with x-upsert (and PUT) new bytes for an existing one. Also
 * addresses that are signed for one upload, which need no other proof.
 */
import type { Context, Handler } from 'hono'
import { checkType, largestIn } from './admission.ts'
import { type Caller, readCaller, SERVICE } from './as-caller.ts'
import { STORAGE_BUDGET } from './budget.ts'
import { StorageError } from './errors.ts'
import { findBucket } from './find-object.ts'
import { addressOf, asPath } from './keys.ts'
import { isCleaned, type StorageDoorOptions } from './options.ts'
import { readUpload, type Upload } from './read-upload.ts'
import { isPicture, type Stored } from './renditions.ts'
import { essenceOf } from './send-object.ts'
import { readGrant, signGrant, type UploadGrant } from './tokens.ts'
import { tryWriting, type Writing, writeObject } from './write-object.ts'

export function uploadObject(options: StorageDoorOptions): Handler {
  return async (c) => {
    const writing = writingOf(options, c)
    return c.json({ Id: await receive(options, c, writing), Key: `${writing.bucketId}/${writing.name}` })
  }
}

/** POST /object/upload/sign/{bucket}/{name}: an address where whoever has it may upload this one object. */
export function signUpload(options: StorageDoorOptions): Handler {
  return async (c) => {
    const writing = writingOf(options, c)
    await requireBucket(options, writing.bucketId)
    await tryWriting(options, writing)
    const { bucketId, name, owner, limited, upsert, caller } = writing
    const url = `${bucketId}/${name}`
    const grant = { scope: 'upload', url, owner, limited, upsert, ...signerOf(caller) } as const
    const token = signGrant(options.jwtSecret, grant, STORAGE_BUDGET.signedUploadSeconds.limit)
    return c.json({ url: `/object/upload/sign/${asPath(url)}?token=${token}`, token })
  }
}

/** Those claims that policies may ask for; who else has the address learns no name and no address of them. */
function signerOf({ role, claims }: Caller): Pick<UploadGrant, 'signer'> {
  if (role === 'service_role') return {}
  const { email: _email, phone: _phone, user_metadata: _own, ...signer } = JSON.parse(claims)
  return { signer }
}

/**
 * Not as the service, as the original does: policies are asked once more. An address is good for what its signer may
 * still write when it is used.
 */
function callerOf({ signer }: UploadGrant): Caller {
  if (!signer) return SERVICE
  const { role, sub } = signer
  return {
    role: role === 'authenticated' ? 'authenticated' : 'anon',
    sub: typeof sub === 'string' ? sub : null,
    claims: JSON.stringify(signer),
  }
}

/** PUT /object/upload/sign/{bucket}/{name}?token= */
export function uploadSigned(options: StorageDoorOptions): Handler {
  return async (c) => {
    const address = addressOf(c)
    const url = `${address.bucketId}/${address.name}`
    const grant = readGrant(options.jwtSecret, c.req.query('token'), 'upload', url)
    const { owner, limited, upsert } = grant
    const writing = { ...address, caller: callerOf(grant), owner, limited, upsert }
    return c.json({ Id: await receive(options, c, writing), Key: url })
  }
}

/** Tells of a picture in a public bucket. The upload has succeeded: renditions not made now are made when asked for. */
export async function tellOfPicture(
  options: StorageDoorOptions,
  type: string,
  stored: Stored,
): Promise<void> {
  if (!isPicture(essenceOf(type))) return
  await options.pictureStored(stored).catch((fault: unknown) => {
    options.log.error({ err: fault, object: stored.id }, 'a picture is not drawn ahead')
  })
}

export async function requireBucket({ ownerSql }: StorageDoorOptions, bucketId: string) {
  const bucket = await findBucket(ownerSql, bucketId)
  if (!bucket) throw new StorageError('NoSuchBucket')
  return bucket
}

function writingOf(options: StorageDoorOptions, c: Context): Writing {
  const caller = readCaller(c, options.jwtSecret)
  return {
    ...addressOf(c),
    caller,
    owner: caller.sub,
    upsert: c.req.method === 'PUT' || c.req.header('x-upsert') === 'true',
    limited: caller.role !== 'service_role',
  }
}

/** Answers with the object's id. */
async function receive(options: StorageDoorOptions, c: Context, writing: Writing): Promise<string> {
  const bucket = await requireBucket(options, writing.bucketId)
  const place = await tryWriting(options, writing)
  const upload = await readUpload(c, largestIn(bucket, options))
  checkType(bucket, writing.name, upload.type, upload.bytes.length)
  const bytes = isCleaned(options, bucket.id) ? await cleaned(options, upload) : upload.bytes
  const stored = await writeObject(options, writing, place, { ...upload, bytes })
  if (bucket.public) await tellOfPicture(options, upload.type, stored)
  return stored.id
}

function cleaned(options: StorageDoorOptions, { bytes, type }: Upload): Promise<Buffer> {
  return options.clean(bytes, essenceOf(type)).catch(() => {
    throw new StorageError('InvalidMimeType', `the file is not a valid ${type}`)
  })
}
