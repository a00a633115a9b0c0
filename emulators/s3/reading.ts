/** GetObject, HeadObject and ListObjectsV2. */
import type { Listed, Objects, StoredObject } from './objects.ts'
import { Refusal } from './refusal.ts'
import { document, element } from './xml.ts'

const MOST_LISTED = 1000

/** GET and HEAD of an object; the answer to HEAD is the same without its body. */
export function readObject(object: StoredObject, headers: Headers): Response {
  const shared = {
    etag: object.etag,
    'last-modified': new Date(object.modified).toUTCString(),
    'content-type': object.type,
    'accept-ranges': 'bytes',
  }
  const match = headers.get('if-match')
  if (match !== null && match !== '*' && match !== object.etag)
    throw new Refusal('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
  if ([object.etag, '*'].includes(headers.get('if-none-match') ?? ''))
    return new Response(null, { status: 304, headers: shared })
  const range = rangeOf(headers.get('range'), object.size)
  const bytes = range ? object.bytes.subarray(range.start, range.end + 1) : object.bytes
  return new Response(new Uint8Array(bytes), {
    status: range ? 206 : 200,
    headers: {
      ...shared,
      'content-length': `${bytes.length}`,
      ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${object.size}` } : {}),
    },
  })
}

/** Several ranges and other units are ignored, as S3 does. */
function rangeOf(header: string | null, size: number): { start: number; end: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first !== '' && last !== '' && Number(first) > Number(last)) return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end)
    throw new Refusal('InvalidRange', 'The requested range is not satisfiable', {
      'content-range': `bytes */${size}`,
    })
  return { start, end }
}

/** With a delimiter, what lies behind it is summed up. A page ends after `max-keys` keys and sums together. */
export function listObjects(objects: Objects, bucket: string, query: URLSearchParams): Response {
  if (query.get('list-type') !== '2') throw new Refusal('NotImplemented', 'Only ListObjectsV2 is offered.')
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const most = mostOf(query.get('max-keys'))
  const token = query.get('continuation-token')
  const after = token === null ? (query.get('start-after') ?? '') : afterToken(token)
  const page: (Listed | string)[] = []
  let last = after
  let isTruncated = false
  for (const listed of objects.list(bucket, prefix, after)) {
    const sum = sumOf(listed.key, prefix, delimiter)
    // A sum that ended the page before is not repeated.
    if (sum !== null && (page.at(-1) === sum || after.startsWith(sum))) {
      last = listed.key
      continue
    }
    if (page.length === most) {
      isTruncated = most > 0
      break
    }
    page.push(sum ?? listed)
    last = listed.key
  }
  const isEncoded = query.get('encoding-type') === 'url'
  const encode = (text: string) => (isEncoded ? encodeURIComponent(text).replaceAll('%2F', '/') : text)
  const content = [
    element('Name', bucket),
    element('Prefix', encode(prefix)),
    ...(delimiter ? [element('Delimiter', encode(delimiter))] : []),
    // Clients decode keys where they are told so.
    ...(isEncoded ? [element('EncodingType', 'url')] : []),
    element('MaxKeys', most),
    element('KeyCount', page.length),
    element('IsTruncated', isTruncated),
    ...(token === null ? [] : [element('ContinuationToken', token)]),
    ...(isTruncated ? [element('NextContinuationToken', Buffer.from(last).toString('base64url'))] : []),
    ...page.map((entry) => (typeof entry === 'string' ? sumXml(encode(entry)) : listedXml(entry, encode))),
  ]
  return new Response(document('ListBucketResult', content.join('')), {
    headers: { 'content-type': 'application/xml' },
  })
}

function mostOf(given: string | null): number {
  const most = given === null ? MOST_LISTED : Number(given)
  if (!Number.isInteger(most) || most < 0)
    throw new Refusal('InvalidArgument', 'Provided max-keys not an integer or within integer range')
  return Math.min(most, MOST_LISTED)
}

function afterToken(token: string): string {
  const after = Buffer.from(token, 'base64url').toString()
  if (after === '' || Buffer.from(after).toString('base64url') !== token)
    throw new Refusal('InvalidArgument', 'The continuation token provided is incorrect')
  return after
}

function sumOf(key: string, prefix: string, delimiter: string): string | null {
  if (delimiter === '') return null
  const end = key.indexOf(delimiter, prefix.length)
  return end < 0 ? null : key.slice(0, end + delimiter.length)
}

function sumXml(prefix: string): string {
  return `<CommonPrefixes>${element('Prefix', prefix)}</CommonPrefixes>`
}

function listedXml({ key, size, etag, modified }: Listed, encode: (text: string) => string): string {
  const fields = [
    element('Key', encode(key)),
    element('LastModified', new Date(modified).toISOString()),
    element('ETag', etag),
    element('Size', size),
    element('StorageClass', 'STANDARD'),
  ]
  return `<Contents>${fields.join('')}</Contents>`
}
