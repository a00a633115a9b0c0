/** Uploads one file to a bucket that nobody reads from outside, telling how far it is: `fetch` cannot. */
import { config } from './config.ts'
import { callerHeaders, sendAsCaller } from './supabase.ts'

/** The store's code for its refusal; null where no answer came. */
export class UploadError extends Error {
  override name = 'UploadError'
  readonly code: string | null

  constructor(code: string | null) {
    super(code ?? 'no answer came')
    this.code = code
  }
}

type Following = {
  signal: AbortSignal
  /** With the part that has been sent, from 0 to 1. */
  onProgress(part: number): void
}

/** Throws UploadError; after `signal`, nothing else happens. */
export async function uploadFile(path: string, file: Blob, following: Following): Promise<void> {
  const response = await sendAsCaller((token) => post(path, token, file, following)).catch(() => {
    throw new UploadError(null)
  })
  if (response.ok) return
  const answer: { code?: string } | null = await response.json().catch(() => null)
  throw new UploadError(answer?.code ?? String(response.status))
}

function post(path: string, token: string | null, file: Blob, { signal, onProgress }: Following) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${config().url}/storage/v1/object/${path}`)
    for (const [name, value] of callerHeaders(token)) request.setRequestHeader(name, value)
    request.setRequestHeader('Content-Type', file.type)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('No answer came'))
    request.onabort = request.onerror
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
