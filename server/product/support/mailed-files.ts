/** The files of a mail to support: those that we take, as people could have uploaded them, and how many are refused. */
import { randomUUID } from 'node:crypto'
import { ATTACHMENT_MAX_BYTES, ATTACHMENTS_MAX, attachmentType } from '#domain/attachment.ts'
import { keyOf } from '../../doors/storage/keys.ts'
import type { MailedFile } from '../../platform/adapters/inbound-mail.ts'
import type { Tx } from '../../platform/db/sql.ts'
import type { Files } from '../../platform/files/files.ts'
import { FOLDERS, type Message, type Request, SUPPORT_BUCKET, sendFiles } from './files.ts'

type StoredFile = { id: string; version: string; name: string; type: string; size: number }
export type MailedFiles = { stored: StoredFile[]; refused: number }

/** Checks that bytes are what their type says, and rejects otherwise: as for uploads. */
export type Clean = (bytes: Buffer, mimeType: string) => Promise<Buffer>

/** Stores the bytes, before any row names them: whoever names none of them removes them again. Throws FilesUnavailable. */
export async function storeMailed(
  files: Files,
  mailed: readonly MailedFile[],
  clean: Clean,
): Promise<MailedFiles> {
  const stored: StoredFile[] = []
  for (const { name, content } of mailed) {
    if (stored.length === ATTACHMENTS_MAX) break
    const read = await readMailed(content, clean)
    if (!read) continue
    const file = { id: randomUUID(), version: randomUUID() }
    await files.put(keyOf(file), read.bytes)
    stored.push({ ...file, name, type: read.type, size: read.bytes.length })
  }
  return { stored, refused: mailed.length - stored.length }
}

/** Null for what is too large, or no picture and no PDF by its bytes. */
async function readMailed(content: string, clean: Clean): Promise<{ bytes: Buffer; type: string } | null> {
  // Four letters for every three bytes: what is too long is not even decoded.
  if (content.length > (ATTACHMENT_MAX_BYTES / 3 + 1) * 4) return null
  const sent = Buffer.from(content, 'base64')
  const type = attachmentType(sent)
  if (!type || sent.length > ATTACHMENT_MAX_BYTES) return null
  const bytes = await clean(sent, type).catch(() => null)
  return bytes && { bytes, type }
}

export function removeMailed(files: Files, { stored }: MailedFiles): Promise<void> {
  return files.remove(stored.map(keyOf))
}

/** Names the stored files and sends them with the message. */
export async function nameMailed(
  tx: Tx,
  request: Request,
  message: Message,
  { stored }: MailedFiles,
): Promise<void> {
  for (const { id, version, type, size } of stored) {
    await tx`
      insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata)
      values (${id}, ${SUPPORT_BUCKET}, ${`${FOLDERS.person}/${request.id}/${id}`}, ${request.person}, ${request.person},
        ${version}, ${tx.json({ mimetype: type, size })})`
  }
  const files = stored.map(({ id, name }) => ({ uid: id, name }))
  await sendFiles(tx, request, message, { side: 'person', by: request.person, files })
}
