/** CreateMultipartUpload, UploadPart, CompleteMultipartUpload and AbortMultipartUpload. */
import { createHash } from 'node:crypto'
import { checkSums } from './checksums.ts'
import type { Objects } from './objects.ts'
import { Refusal } from './refusal.ts'
import { refuseToReplace, type Written, XML } from './writing.ts'
import { document, element, textsOf } from './xml.ts'

const LAST_PART = 10_000
/** Of every part but the last. */
const SMALLEST_PART_BYTES = 5 * 1024 * 1024

/** The request as one about a multipart upload, answered; null when it is about something else. */
export function actOnUpload(
  objects: Objects,
  method: string,
  params: URLSearchParams,
  asked: Written,
): Response | null {
  if (method === 'POST' && params.has('uploads')) return begin(objects, asked)
  const id = params.get('uploadId')
  if (id === null) return null
  const upload = objects.findUpload(id, asked.bucket, asked.key)
  if (!upload)
    throw new Refusal(
      'NoSuchUpload',
      'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
    )
  switch (method) {
    case 'PUT':
      return putPart(objects, id, params.get('partNumber'), asked)
    case 'POST':
      return complete(objects, id, upload.type, asked)
    case 'DELETE':
      objects.endUpload(id)
      return new Response(null, { status: 204 })
    default:
      throw new Refusal(
        'NotImplemented',
        'A header you provided implies functionality that is not implemented',
      )
  }
}

function begin(objects: Objects, { bucket, key, headers }: Written): Response {
  const id = objects.beginUpload(bucket, key, headers.get('content-type'))
  const told = element('Bucket', bucket) + element('Key', key) + element('UploadId', id)
  return new Response(document('InitiateMultipartUploadResult', told), { headers: XML })
}

function putPart(objects: Objects, id: string, part: string | null, { headers, body }: Written): Response {
  const number = Number(part)
  if (!Number.isInteger(number) || number < 1 || number > LAST_PART)
    throw new Refusal('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive')
  checkSums(headers, body)
  return new Response(null, { headers: { etag: objects.putPart(id, number, body) } })
}

function complete(objects: Objects, id: string, type: string | null, asked: Written): Response {
  const text = asked.body.toString()
  const numbers = textsOf(text, 'PartNumber').map(Number)
  const etags = textsOf(text, 'ETag').map((etag) => `"${etag.replaceAll('"', '')}"`)
  if (numbers.length === 0 || numbers.length !== etags.length)
    throw new Refusal(
      'MalformedXML',
      'The XML you provided was not well-formed or did not validate against our published schema',
    )
  if (numbers.some((number, place) => place > 0 && number <= (numbers[place - 1] as number)))
    throw new Refusal('InvalidPartOrder', 'The list of parts was not in ascending order.')
  const parts = numbers.map((number, place) => {
    const part = objects.findPart(id, number)
    if (!part || part.etag !== etags[place])
      throw new Refusal('InvalidPart', 'One or more of the specified parts could not be found.')
    return part
  })
  if (parts.slice(0, -1).some(({ bytes }) => bytes.length < SMALLEST_PART_BYTES))
    throw new Refusal('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size')
  const { bucket, key, headers } = asked
  refuseToReplace(objects, bucket, key, headers.get('if-none-match'))
  const sums = parts.map(({ etag }) => Buffer.from(etag.slice(1, -1), 'hex'))
  const etag = `"${createHash('md5').update(Buffer.concat(sums)).digest('hex')}-${parts.length}"`
  objects.put(bucket, key, Buffer.concat(parts.map(({ bytes }) => bytes)), type, etag)
  objects.endUpload(id)
  const told = element('Bucket', bucket) + element('Key', key) + element('ETag', etag)
  return new Response(document('CompleteMultipartUploadResult', told), { headers: XML })
}
