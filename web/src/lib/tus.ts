/**
 * Uploads a file by tus 1.0.0 in parts: a lost part is queried and sent again, and an interrupted upload
 * resumes where it stopped. Source: tus.io/protocols/resumable-upload.
 */
const PART_BYTES = 5 * 1024 * 1024
const AGAIN_AFTER_MS = [1000, 3000, 5000]

export type Upload = {
  /** Resolves when the host has every byte. Throws when it stops answering; calling it again resumes. */
  send(onShare: (share: number) => void, signal: AbortSignal): Promise<void>
}

/** `headers` authorise the upload of this one file. */
export function createUpload(endpoint: string, headers: Record<string, string>, file: File): Upload {
  let address: string | null = null
  const call = async (url: string, init: RequestInit) => {
    const answer = await fetch(url, {
      ...init,
      headers: { ...headers, 'Tus-Resumable': '1.0.0', ...init.headers },
    })
    if (!answer.ok) throw new Error(String(answer.status))
    return answer
  }

  async function begin(signal: AbortSignal): Promise<string> {
    const metadata = `filetype ${btoa(file.type)},title ${base64(file.name)}`
    const made = await call(endpoint, {
      method: 'POST',
      signal,
      headers: { 'Upload-Length': String(file.size), 'Upload-Metadata': metadata },
    })
    const location = made.headers.get('Location')
    if (!location) throw new Error('no address')
    return new URL(location, endpoint).href
  }

  /** The number of bytes the host has, including those of an interrupted request. */
  async function arrived(url: string, signal: AbortSignal): Promise<number> {
    return offsetOf(await call(url, { method: 'HEAD', signal }))
  }

  async function sendPart(url: string, offset: number, signal: AbortSignal): Promise<number> {
    return offsetOf(
      await call(url, {
        method: 'PATCH',
        signal,
        headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
        body: file.slice(offset, offset + PART_BYTES),
      }),
    )
  }

  return {
    async send(onShare, signal) {
      let offset: number | null = null
      for (let failures = 0; ; ) {
        try {
          address ??= await begin(signal)
          offset ??= await arrived(address, signal)
          onShare(offset / file.size)
          if (offset >= file.size) return
          offset = await sendPart(address, offset, signal)
          failures = 0
        } catch (fault) {
          const wait = AGAIN_AFTER_MS[failures++]
          if (signal.aborted || wait === undefined) throw fault
          // How much of the part arrived is unknown.
          offset = null
          await new Promise((resolve) => setTimeout(resolve, wait))
        }
      }
    },
  }
}

function offsetOf(answer: Response): number {
  const offset = Number(answer.headers.get('Upload-Offset') ?? Number.NaN)
  if (!Number.isSafeInteger(offset)) throw new Error('no offset')
  return offset
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
