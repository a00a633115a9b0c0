/** Bytes as objects of one bucket of an S3-compatible store. */
import { createHash } from 'node:crypto'
import { S3mini, S3ServiceError } from 's3mini'
import { type Files, FilesUnavailable, type ListedFile, type OpenFile } from './files.ts'
import { createPatientFetch, PATIENCE, type Patience } from './patient-fetch.ts'
import { bucketAddress, type S3Settings } from './s3-settings.ts'

/** The most that one request of S3 lists or deletes. */
const MOST_KEYS = 1000

/** `prefix` stands before every key; what the bucket holds beside it is never looked at. */
export function openS3(settings: S3Settings, prefix: string, patience: Patience = PATIENCE): Files {
  const store = new S3mini({
    ...settings,
    endpoint: bucketAddress(settings),
    fetch: measured(createPatientFetch(patience)),
  })
  const nameOf = (key: string) => prefix + key
  const put = (key: string, bytes: Buffer | Blob) => putObject(store, nameOf(key), bytes)
  return {
    name: bucketAddress(settings),
    put,
    // An object is replaced as a whole.
    keep: put,
    async read(key) {
      const answer = await found(store.getObjectRaw(nameOf(key)))
      return answer && Buffer.from(await answer.arrayBuffer().catch(unavailable))
    },
    open: (key, { whole }) => (whole ? openWhole(store, nameOf(key)) : openHead(store, nameOf(key))),
    has: async (key) => (await sizeOf(store, nameOf(key))) !== null,
    remove: (keys) => removeObjects(store, keys.map(nameOf)),
    list: () => listObjects(store, prefix),
  }
}

/** Refuses an answer to HEAD without a size: it would be taken for that of an empty file. */
function measured(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init)
    if (init?.method === 'HEAD' && answer.ok) sizeIn(answer)
    return answer
  }
}

/** The store compares the bytes with the sum before it says that it has them. */
async function putObject(store: S3mini, name: string, bytes: Buffer | Blob): Promise<void> {
  const sum = { 'x-amz-checksum-sha256': await sumOf(bytes) } as const
  await store.putObject(name, bytes, 'application/octet-stream', undefined, sum).catch(unavailable)
}

async function sumOf(bytes: Buffer | Blob): Promise<string> {
  const hash = createHash('sha256')
  if (bytes instanceof Blob) for await (const part of bytes.stream()) hash.update(part)
  else hash.update(bytes)
  return hash.digest('base64')
}

/** One call: the answer's head tells the size, and its body waits to be read. */
async function openWhole(store: S3mini, name: string): Promise<OpenFile | null> {
  const answer = await found(store.getObjectRaw(name))
  if (!answer) return null
  const body = answer.body ?? emptyStream()
  try {
    return { size: sizeIn(answer), stream: async () => body, close: () => body.cancel() }
  } catch (fault) {
    await body.cancel()
    throw fault
  }
}

/** In bytes. */
function sizeIn(answer: Response): number {
  const size = answer.headers.get('content-length')
  if (size === null) throw new FilesUnavailable('the store of files does not say how long a file is')
  return Number(size)
}

async function openHead(store: S3mini, name: string): Promise<OpenFile | null> {
  const size = await sizeOf(store, name)
  if (size === null) return null
  return {
    size,
    async stream(range) {
      if (size === 0) return emptyStream()
      const { start, end } = range ?? { start: 0, end: size - 1 }
      const answer = await store.getObjectRaw(name, false, start, end + 1).catch(unavailable)
      // A store that ignores the range would send other bytes than we announce.
      if (answer.status !== 206 || !answer.body) {
        await answer.body?.cancel()
        throw new FilesUnavailable('the store of files does not send parts')
      }
      return answer.body
    },
    close: async () => undefined,
  }
}

/** In bytes. The answer to HEAD has no body that could say what is missing. */
function sizeOf(store: S3mini, name: string): Promise<number | null> {
  return store.getContentLength(name).catch(({ cause }: Error) => {
    if (cause instanceof S3ServiceError && cause.status === 404) return null
    return unavailable(cause)
  })
}

async function removeObjects(store: S3mini, names: string[]): Promise<void> {
  for (let first = 0; first < names.length; first += MOST_KEYS) {
    const removed = await store.deleteObjects(names.slice(first, first + MOST_KEYS)).catch(unavailable)
    if (removed.includes(false)) throw new FilesUnavailable('the store of files keeps what it should remove')
  }
}

async function* listObjects(store: S3mini, prefix: string): AsyncIterable<ListedFile> {
  let next: string | undefined
  do {
    const page = await store.listObjectsPaged('/', prefix, MOST_KEYS, next).catch(unavailable)
    if (!page) throw new FilesUnavailable('the store of files has no such bucket')
    for (const { Key, Size, LastModified } of page.objects ?? [])
      yield { key: Key.slice(prefix.length), size: Size, modified: LastModified }
    next = page.nextContinuationToken
  } while (next)
}

/** Null when the store says that there is no such object; a missing bucket is a fault. */
async function found<Value>(asked: Promise<Value>): Promise<Value | null> {
  return asked.catch((fault: unknown) => {
    if (fault instanceof S3ServiceError && /<Code>NoSuchKey<\/Code>/.test(fault.body ?? '')) return null
    return unavailable(fault)
  })
}

function unavailable(fault: unknown): never {
  if (fault instanceof FilesUnavailable) throw fault
  throw new FilesUnavailable('the store of files refuses or breaks off', { cause: fault })
}

function emptyStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() })
}
