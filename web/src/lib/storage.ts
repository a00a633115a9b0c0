/** Pictures in the public bucket, through the storage API. */
import { config } from './config.ts'
import { i18n } from './i18n.ts'
import { fetchAsCaller } from './supabase.ts'

const BUCKET = 'images'
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
  const form = new FormData()
  form.append('cacheControl', CACHE_CONTROL)
  form.append('', picture, name)
  await call(`/object/${BUCKET}/${name}`, { method: 'POST', body: form })
  return publicAddress(name)
}

/** Removes a picture from the bucket; ignores URLs that are not in it. */
export async function removeImage(address: string): Promise<void> {
  const inBucket = publicAddress('')
  if (!address.startsWith(inBucket)) return
  await call(`/object/${BUCKET}`, {
    method: 'DELETE',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ prefixes: [address.slice(inBucket.length)] }),
  })
}

function publicAddress(name: string): string {
  return `${config().url}/storage/v1/object/public/${BUCKET}/${name}`
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
  const answer = (await response.json().catch(() => null)) as { message?: string } | null
  throw new Error(answer?.message ?? String(response.status))
}
