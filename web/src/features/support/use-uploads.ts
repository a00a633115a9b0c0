/** Files that are uploaded while a message is being written, and sent with it. */
import { useEffect, useRef, useState } from 'react'
import { ATTACHMENTS_MAX, attachmentName } from '#domain/attachment.ts'
import { UploadError, uploadFile } from '../../lib/upload-file.ts'

export type Upload = {
  uid: string
  name: string
  file: File
  /** The part that has arrived, from 0 to 1. */
  progress: number
  /** `refused` cannot be helped by trying again. */
  state: 'sending' | 'sent' | 'refused' | 'failed'
}

/** What the store says of a file that it will never take. */
const FINAL = ['InvalidMimeType', 'EntityTooLarge', 'AccessDenied']

export type Uploads = ReturnType<typeof useUploads>

/** `folder`: below which they are stored, for one request and one side. */
export function useUploads(folder: string) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const under = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const open = under.current
    return () => {
      for (const controller of open.values()) controller.abort()
    }
  }, [])

  const change = (uid: string, facts: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.uid === uid ? { ...one, ...facts } : one)))

  async function send({ uid, file }: Pick<Upload, 'uid' | 'file'>): Promise<void> {
    const controller = new AbortController()
    under.current.set(uid, controller)
    change(uid, { state: 'sending', progress: 0 })
    try {
      const onProgress = (progress: number) => change(uid, { progress })
      await uploadFile(`support/${folder}/${uid}`, file, { signal: controller.signal, onProgress })
      change(uid, { state: 'sent', progress: 1 })
    } catch (error) {
      const isFinal = error instanceof UploadError && FINAL.includes(error.code ?? '')
      change(uid, { state: isFinal ? 'refused' : 'failed' })
    } finally {
      under.current.delete(uid)
    }
  }

  return {
    uploads,
    isFull: uploads.length >= ATTACHMENTS_MAX,
    isSending: uploads.some(({ state }) => state === 'sending'),
    hasFailed: uploads.some(({ state }) => state === 'refused' || state === 'failed'),
    /** Those that have arrived, as a message names them. */
    sent: uploads.filter(({ state }) => state === 'sent').map(({ uid, name }) => ({ uid, name })),
    /** True where all of them still fitted. */
    add(files: readonly File[]): boolean {
      const room = files.slice(0, ATTACHMENTS_MAX - uploads.length)
      const fresh = room.map((file) => ({
        uid: crypto.randomUUID(),
        name: attachmentName(file.name),
        file,
        progress: 0,
        state: 'sending' as const,
      }))
      setUploads((all) => [...all, ...fresh])
      for (const one of fresh) void send(one)
      return room.length === files.length
    },
    remove(uid: string): void {
      under.current.get(uid)?.abort()
      setUploads((all) => all.filter((one) => one.uid !== uid))
    },
    // A place in the store is taken once, perhaps by an upload whose answer was lost.
    retry({ uid, file }: Upload): void {
      const again = crypto.randomUUID()
      setUploads((all) => all.map((one) => (one.uid === uid ? { ...one, uid: again } : one)))
      void send({ uid: again, file })
    },
    clear: () => setUploads([]),
  }
}
