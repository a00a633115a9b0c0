/** Pictures and clips in their public buckets, through the storage API. */
import { PUBLIC_FILES, storedFile } from '#domain/stored-file.ts'
import { config } from './config.ts'
import { i18n } from './i18n.ts'
import { fetchAsCaller } from './supabase.ts'
import { doorWords } from './table-fault.ts'

type Bucket = 'images' | 'clips'
/** Seconds (specification, section 9). */
const CACHE_CONTROL = '3600'
/** By media type; anything else is a JPEG. */
const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/webp': 'webp' }

/** Uploads a picture to `folder` and returns its public URL. Throws an Error whose message can be shown. */
export async function uploadImage(
  folder: 'profile' | 'projects',
  fileName: string,
  picture: Blob,
): Promise<string> {
  const name = `${folder}/${keyOf(fileName)}-${Date.now()}.${EXTENSIONS[picture.type] ?? 'jpg'}`
  return upload('images', name, picture)
}

/**
 * Uploads a clip that has been cut, and returns its public URL; artists have a folder of their own. Throws an Error whose
 * message can be shown.
 */
export function uploadClip(
  fileName: string,
  clip: Uint8Array<ArrayBuffer>,
  folder: 'artists/' | '' = '',
): Promise<string> {
  return upload(
    'clips',
    `${folder}${keyOf(fileName)}-${Date.now()}.mp3`,
    new Blob([clip], { type: 'audio/mpeg' }),
  )
}

async function upload(bucket: Bucket, name: string, file: Blob): Promise<string> {
  const form = new FormData()
  form.append('cacheControl', CACHE_CONTROL)
  form.append('', file, name)
  await call(`/object/${bucket}/${name}`, { method: 'POST', body: form })
  return publicAddress(bucket, name)
}

/** Removes a picture from its bucket; ignores URLs that are not in it. */
export function removeImage(address: string): Promise<void> {
  return remove('images', address)
}

/** The same for a clip. */
export function removeClip(address: string): Promise<void> {
  return remove('clips', address)
}

async function remove(bucket: Bucket, address: string): Promise<void> {
  const file = storedFile(address)
  const inBucket = `${bucket}/`
  if (!file?.startsWith(inBucket)) return
  await call(`/object/${bucket}`, {
    method: 'DELETE',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ prefixes: [file.slice(inBucket.length)] }),
  })
}

function publicAddress(bucket: Bucket, name: string): string {
  return `${config().url}${PUBLIC_FILES}${bucket}/${name}`
}

/** The file name without its extension, reduced to characters allowed in an object's name. */
function keyOf(fileName: string): string {
  const plain = fileName
    .replace(/\.[^.]*$/, '')
    .normalize('NFD')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
  return plain.slice(0, 60) || 'photo'
}

async function call(path: string, init: RequestInit): Promise<void> {
  const response = await fetchAsCaller(`${config().url}/storage/v1${path}`, init).catch(() => {
    throw new Error(i18n.t('common:offline'))
  })
  if (response.ok) return
  const answer = (await response.json().catch(() => null)) as { code?: string } | null
  throw new Error(doorWords(answer?.code ?? String(response.status)))
}
