/** What a caller says of a body, compared with the body. */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { Refusal } from './refusal.ts'

const SUMS: Record<string, (body: Buffer) => Buffer> = {
  sha256: (body) => createHash('sha256').update(body).digest(),
  sha1: (body) => createHash('sha1').update(body).digest(),
  crc32(body) {
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return sum
  },
}
const NOT_OFFERED = ['crc32c', 'crc64nvme']

/** True when the caller sent any sum. Throws InvalidDigest, BadDigest or InvalidRequest. */
export function checkSums(headers: Headers, body: Buffer): boolean {
  const md5 = headers.get('content-md5')
  if (md5 !== null) {
    if (Buffer.from(md5, 'base64').length !== 16)
      throw new Refusal('InvalidDigest', 'The Content-MD5 you specified was invalid.')
    if (md5 !== createHash('md5').update(body).digest('base64'))
      throw new Refusal('BadDigest', 'The Content-MD5 you specified did not match what we received.')
  }
  if (NOT_OFFERED.some((name) => headers.has(`x-amz-checksum-${name}`)))
    throw new Refusal('NotImplemented', 'This checksum is not offered.')
  let sent = md5 !== null
  for (const [name, sumOf] of Object.entries(SUMS)) {
    const given = headers.get(`x-amz-checksum-${name}`)
    if (given === null) continue
    sent = true
    const sum = sumOf(body)
    if (Buffer.from(given, 'base64').length !== sum.length)
      throw new Refusal('InvalidRequest', `Value for x-amz-checksum-${name} header is invalid.`)
    if (given !== sum.toString('base64'))
      throw new Refusal(
        'BadDigest',
        `The ${name.toUpperCase()} you specified did not match the calculated checksum.`,
      )
  }
  return sent
}
