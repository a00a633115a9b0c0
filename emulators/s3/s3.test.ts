/** The vendor's own client against the emulator, and what it would never send. */
import { randomBytes } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningEmulator, startEmulator } from '../testing.ts'
import { createS3 } from './s3.ts'

const KEYS = { accessKeyId: 'AKIATUNE', secretAccessKey: 'the/secret+key', region: 'sa-east-1' }
const Bucket = 'files'

let running: RunningEmulator
let client: S3Client
beforeAll(async () => {
  running = await startEmulator('/s3', ({ dataDir }) =>
    createS3({ ...KEYS, dataDir, path: '/s3', bucket: Bucket }),
  )
  client = clientWith({})
})
beforeEach(() => fetch(`${running.origin}/s3/_control/reset`, { method: 'POST' }))
afterAll(async () => {
  client.destroy()
  await running.remove()
})

function clientWith(keys: Partial<typeof KEYS>, clock = 0): S3Client {
  const { region, ...credentials } = { ...KEYS, ...keys }
  return new S3Client({
    endpoint: `${running.origin}/s3`,
    region,
    credentials,
    forcePathStyle: true,
    maxAttempts: 1,
    systemClockOffset: clock,
  })
}
const put = (Key: string, Body: Buffer | string, more = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }))
const script = (scripted: object) =>
  fetch(`${running.origin}/s3/_control/next`, { method: 'POST', body: JSON.stringify(scripted) })

describe('uploads in parts', () => {
  const PART = 5 * 1024 * 1024
  const Key = 'log/000000010000000000000001'
  const begin = async () => (await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId
  const putPart = async (UploadId: string | undefined, PartNumber: number, Body: Buffer) => {
    const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
    return { PartNumber, ETag }
  }
  const end = (UploadId: string | undefined, Parts: { PartNumber: number; ETag: string | undefined }[]) =>
    client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))

  test('are one object once they are complete, and nothing before', async () => {
    const [first, last] = [randomBytes(PART), randomBytes(10)]
    const id = await begin()
    const parts = [await putPart(id, 1, first), await putPart(id, 7, last)]
    await expect(client.send(new GetObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    })
    const { ETag } = await end(id, parts)
    expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/)
    const read = await client.send(new GetObjectCommand({ Bucket, Key }))
    const bytes = Buffer.from((await read.Body?.transformToByteArray()) ?? [])
    expect(bytes.equals(Buffer.concat([first, last]))).toBe(true)
    await expect(end(id, parts)).rejects.toMatchObject({ name: 'NoSuchUpload' })
  })

  test('are refused out of order, with a part that is too small, unknown or another, and once given up', async () => {
    const id = await begin()
    const [one, two] = [await putPart(id, 1, randomBytes(9)), await putPart(id, 2, randomBytes(9))]
    await expect(end(id, [two, one])).rejects.toMatchObject({ name: 'InvalidPartOrder' })
    await expect(end(id, [one, two])).rejects.toMatchObject({ name: 'EntityTooSmall' })
    await expect(end(id, [{ ...one, PartNumber: 3 }])).rejects.toMatchObject({ name: 'InvalidPart' })
    await expect(end(id, [{ ...one, ETag: two.ETag }])).rejects.toMatchObject({ name: 'InvalidPart' })
    await expect(putPart(id, 10_001, randomBytes(9))).rejects.toMatchObject({ name: 'InvalidArgument' })
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: id }))
    await expect(putPart(id, 1, randomBytes(9))).rejects.toMatchObject({ name: 'NoSuchUpload' })
  })
})

describe('objects', () => {
  test('are put, read whole and in parts, described, copied and deleted', async () => {
    const bytes = randomBytes(100_000)
    const Key = "a b/ç+(1)'!*~.bin"
    const { ETag } = await put(Key, bytes, { ContentType: 'image/png' })
    const read = await client.send(new GetObjectCommand({ Bucket, Key }))
    expect(Buffer.from((await read.Body?.transformToByteArray()) ?? [])).toEqual(bytes)
    expect(read).toMatchObject({ ETag, ContentType: 'image/png', ContentLength: bytes.length })

    const part = await client.send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=10-19' }))
    expect(Buffer.from((await part.Body?.transformToByteArray()) ?? [])).toEqual(bytes.subarray(10, 20))
    expect(part.ContentRange).toBe('bytes 10-19/100000')
    const end = await client.send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=-5' }))
    expect(Buffer.from((await end.Body?.transformToByteArray()) ?? [])).toEqual(bytes.subarray(-5))
    await expect(
      client.send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=100000-' })),
    ).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    })

    expect(await client.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({
      ContentLength: 100_000,
      ETag,
    })
    await client.send(new DeleteObjectCommand({ Bucket, Key }))
    await expect(client.send(new GetObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    })
    await expect(client.send(new HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
      name: 'NotFound',
    })
    // What is not there counts as deleted.
    await client.send(new DeleteObjectCommand({ Bucket, Key }))
  })

  test('are written and read under conditions', async () => {
    const { ETag } = await put('once', 'first', { IfNoneMatch: '*' })
    await expect(put('once', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    })
    await expect(put('once', 'second', { IfNoneMatch: '"x"' })).rejects.toMatchObject({
      name: 'NotImplemented',
    })
    const known = new GetObjectCommand({ Bucket, Key: 'once', IfNoneMatch: ETag })
    await expect(client.send(known)).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } })
    const other = new GetObjectCommand({ Bucket, Key: 'once', IfMatch: '"x"' })
    await expect(client.send(other)).rejects.toMatchObject({ name: 'PreconditionFailed' })
    const copy = new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/once` })
    await expect(client.send(copy)).rejects.toMatchObject({ name: 'NotImplemented' })
  })

  test('arrive as they were sent, or not at all', async () => {
    await put('sum', 'bytes', { ChecksumAlgorithm: 'SHA256' })
    await put('sum', 'bytes', { ChecksumAlgorithm: 'SHA1' })
    const wrong = Buffer.alloc(32).toString('base64')
    await expect(put('wrong', 'bytes', { ChecksumSHA256: wrong })).rejects.toMatchObject({
      name: 'BadDigest',
    })
    await expect(put('wrong', 'bytes', { ChecksumSHA256: 'AA==' })).rejects.toMatchObject({
      name: 'InvalidRequest',
    })
    const md5 = Buffer.alloc(16).toString('base64')
    await expect(put('wrong', 'bytes', { ContentMD5: md5 })).rejects.toMatchObject({ name: 'BadDigest' })
    await expect(put('wrong', 'bytes', { ContentMD5: 'AA==' })).rejects.toMatchObject({
      name: 'InvalidDigest',
    })
    await expect(put('x'.repeat(1025), 'bytes')).rejects.toMatchObject({ name: 'KeyTooLongError' })
    const listed = await client.send(new ListObjectsV2Command({ Bucket }))
    expect(listed.Contents?.map(({ Key }) => Key)).toEqual(['sum'])
  })

  test('are listed with encoded keys where that is asked for, and said', async () => {
    await put('a folder/ç.bin', 'x')
    const listed = await client.send(new ListObjectsV2Command({ Bucket, EncodingType: 'url' }))
    expect(listed).toMatchObject({ EncodingType: 'url', Contents: [{ Key: 'a%20folder/%C3%A7.bin' }] })
  })

  test('are listed page after page, summed up and deleted together', async () => {
    const keys = ['a/1', 'a/2', 'b&c', 'c/1', 'c/d/1', 'e', 'é', '😀']
    for (const key of keys) await put(key, key)
    const all: (string | undefined)[] = []
    for await (const page of paginateListObjectsV2({ client, pageSize: 3 }, { Bucket })) {
      expect(page.KeyCount).toBeLessThanOrEqual(3)
      all.push(...(page.Contents ?? []).map(({ Key }) => Key))
    }
    expect(all).toEqual(keys)
    const sums: (string | undefined)[] = []
    for await (const page of paginateListObjectsV2({ client, pageSize: 1 }, { Bucket, Delimiter: '/' })) {
      sums.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix))
      sums.push(...(page.Contents ?? []).map(({ Key }) => Key))
    }
    expect(sums).toEqual(['a/', 'b&c', 'c/', 'e', 'é', '😀'])
    const below = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'c/', StartAfter: 'c/1' }))
    expect(below.Contents?.map(({ Key, Size }) => [Key, Size])).toEqual([['c/d/1', 5]])
    await expect(
      client.send(new ListObjectsV2Command({ Bucket, ContinuationToken: '?' })),
    ).rejects.toMatchObject({ name: 'InvalidArgument' })

    const Objects = ['a/1', 'b&c', 'never'].map((Key) => ({ Key }))
    const removed = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    expect(removed.Deleted).toEqual(Objects)
    const quiet = { Objects: [{ Key: 'e' }], Quiet: true }
    expect((await client.send(new DeleteObjectsCommand({ Bucket, Delete: quiet }))).Deleted).toBeUndefined()
    const left = await client.send(new ListObjectsV2Command({ Bucket }))
    expect(left.Contents?.map(({ Key }) => Key)).toEqual(['a/2', 'c/1', 'c/d/1', 'é', '😀'])
    const many = Array.from({ length: 1001 }, (_, index) => ({ Key: `${index}` }))
    await expect(
      client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: many } })),
    ).rejects.toMatchObject({ name: 'MalformedXML' })
  })
})

describe('refused', () => {
  test.each([
    ['another key', { accessKeyId: 'AKIAOTHER' }, 0, 'InvalidAccessKeyId'],
    ['another secret', { secretAccessKey: 'other' }, 0, 'SignatureDoesNotMatch'],
    ['another region', { region: 'us-east-1' }, 0, 'AuthorizationHeaderMalformed'],
    ['a clock that is off', {}, -16 * 60_000, 'RequestTimeTooSkewed'],
  ])('%s', async (_name, keys, clock, code) => {
    const other = clientWith(keys, clock)
    await expect(other.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({ name: code })
    other.destroy()
  })

  test('no signature, an unsigned header, and a body that was changed', async () => {
    const url = `${running.origin}/s3/${Bucket}/x`
    const bare = await fetch(url)
    expect([bare.status, await bare.text()]).toEqual([
      403,
      expect.stringContaining('<Code>AccessDenied</Code>'),
    ])
    const malformed = await fetch(url, { headers: { authorization: 'AWS4-HMAC-SHA256 nonsense' } })
    expect(await malformed.text()).toContain('<Code>AuthorizationHeaderMalformed</Code>')

    const signed = await signedPut('x', 'bytes')
    // The client adds this to the address, and signs it.
    const query = '?x-id=PutObject'
    const same = await fetch(url + query, { method: 'PUT', headers: signed, body: 'bytes' })
    expect(same.status).toBe(200)
    const changed = await fetch(url + query, { method: 'PUT', headers: signed, body: 'other' })
    expect(await changed.text()).toContain('<Code>XAmzContentSHA256Mismatch</Code>')
    const more = { ...signed, 'x-amz-meta-more': '1' }
    expect((await fetch(url + query, { method: 'PUT', headers: more, body: 'bytes' })).status).toBe(403)
    const elsewhere = await fetch(`${url}y${query}`, { method: 'PUT', headers: signed, body: 'bytes' })
    expect(await elsewhere.text()).toContain('<Code>SignatureDoesNotMatch</Code>')
  })

  test('a bucket that does not exist, and another method', async () => {
    await client.send(new HeadBucketCommand({ Bucket }))
    const missing = new GetObjectCommand({ Bucket: 'other', Key: 'x' })
    await expect(client.send(missing)).rejects.toMatchObject({ name: 'NoSuchBucket' })
  })

  test('for haste, when that is scripted', async () => {
    await script({ outcome: 'slow_down' })
    await expect(put('x', 'bytes')).rejects.toMatchObject({
      name: 'SlowDown',
      $metadata: { httpStatusCode: 503 },
    })
    await put('x', 'bytes')
  })
})

/** The headers that the vendor's client signs for a PUT. */
async function signedPut(Key: string, Body: string): Promise<Record<string, string>> {
  const own = clientWith({})
  let headers: Record<string, string> = {}
  own.middlewareStack.add(
    (next) => async (given) => {
      headers = (given.request as { headers: Record<string, string> }).headers
      return next(given)
    },
    { step: 'finalizeRequest', priority: 'low' },
  )
  await own.send(new PutObjectCommand({ Bucket, Key, Body }))
  own.destroy()
  const { 'content-length': _length, host: _host, ...sent } = headers
  return sent
}
