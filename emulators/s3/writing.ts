/** PutObject, DeleteObject and DeleteObjects. */
import { checkSums } from './checksums.ts'
import type { Objects } from './objects.ts'
import { Refusal } from './refusal.ts'
import { document, element, textsOf } from './xml.ts'

const MOST_DELETED = 1000
export const XML = { 'content-type': 'application/xml' }

export type Written = { bucket: string; key: string; headers: Headers; body: Buffer }

export function putObject(objects: Objects, { bucket, key, headers, body }: Written): Response {
  if (headers.has('x-amz-copy-source')) throw notImplemented()
  if (headers.get('content-length') === null)
    throw new Refusal('MissingContentLength', 'You must provide the Content-Length HTTP header.')
  checkSums(headers, body)
  refuseToReplace(objects, bucket, key, headers.get('if-none-match'))
  const { etag } = objects.put(bucket, key, body, headers.get('content-type'))
  return new Response(null, { headers: { etag } })
}

const notImplemented = () =>
  new Refusal('NotImplemented', 'A header you provided implies functionality that is not implemented')

export function refuseToReplace(
  objects: Objects,
  bucket: string,
  key: string,
  condition: string | null,
): void {
  if (condition === null) return
  if (condition !== '*') throw notImplemented()
  if (objects.find(bucket, key))
    throw new Refusal('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
}

/** What is not there counts as deleted. */
export function deleteObject(objects: Objects, { bucket, key }: Written): Response {
  objects.remove(bucket, key)
  return new Response(null, { status: 204 })
}

export function deleteObjects(objects: Objects, { bucket, headers, body }: Written): Response {
  if (!checkSums(headers, body))
    throw new Refusal(
      'InvalidRequest',
      'Missing required header for this request: Content-MD5 or x-amz-checksum-*',
    )
  const text = body.toString()
  const keys = textsOf(text, 'Key')
  if (!/<Delete[\s>]/.test(text) || keys.length === 0 || keys.length > MOST_DELETED) {
    throw new Refusal(
      'MalformedXML',
      'The XML you provided was not well-formed or did not validate against our published schema',
    )
  }
  for (const key of keys) objects.remove(bucket, key)
  const isQuiet = textsOf(text, 'Quiet')[0] === 'true'
  const told = isQuiet ? '' : keys.map((key) => `<Deleted>${element('Key', key)}</Deleted>`).join('')
  return new Response(document('DeleteResult', told), { headers: XML })
}
