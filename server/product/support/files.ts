/** The files of a conversation with support: sent with what somebody writes, and read by both sides. */
import * as v from 'valibot'
import { attachmentName, isPicture, savedName } from '#domain/attachment.ts'
import { keyOf } from '../../doors/storage/keys.ts'
import { parseRow, parseRows } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import type { Files } from '../../platform/files/files.ts'
import type { AttachedWire, Written } from './contract.ts'

/** The bucket, and who wrote what lies below each of its folders. */
export const SUPPORT_BUCKET = 'support'
export const FOLDERS = { person: 'asked', support: 'answered' } as const

export type Message = { answer: number } | { reply: number }
export type Request = { id: number; person: string }

/**
 * Sends files that `by` has uploaded with a message, and hands them to whoever asked: they are part of that person's data.
 * False where one of them is not there, is somebody else's, or has been sent before.
 */
export async function sendFiles(
  tx: Tx,
  { id, person }: Request,
  message: Message,
  { side, by, files }: { side: keyof typeof FOLDERS; by: string; files: Written['files'] },
): Promise<boolean> {
  if (files.length === 0) return true
  const given = files.map(({ uid, name }) => ({
    object: `${FOLDERS[side]}/${id}/${uid}`,
    name: attachmentName(name),
  }))
  const sent = await tx`
    with given as (
      select object, name from jsonb_to_recordset(${tx.json(given)}) as given (object text, name text)
    ), handed as (
      update storage.objects set owner = ${person}, owner_id = ${person}, updated_at = now()
      from given
      where bucket_id = ${SUPPORT_BUCKET} and objects.name = object and owner = ${by}
        and not exists (select from private.support_files where object_id = objects.id)
      returning objects.id, given.name
    )
    insert into private.support_files (object_id, request_id, answer_id, reply_id, name)
    select id, ${id}, ${'answer' in message ? message.answer : null}, ${'reply' in message ? message.reply : null}, name
    from handed
    returning id`
  return sent.length === files.length
}

const attachedRow = v.object({
  uid: v.string(),
  answer: v.nullable(v.number()),
  reply: v.nullable(v.number()),
  name: v.string(),
  type: v.string(),
  size: v.number(),
})

/** What was sent with a message of the conversation, in the order in which it was sent. */
export async function filesOf(sql: Sql | Tx, id: number): Promise<(message: Message) => AttachedWire[]> {
  const rows = parseRows(
    attachedRow,
    await sql`
      select object_id as uid, answer_id as answer, reply_id as reply, files.name,
        metadata ->> 'mimetype' as type, (metadata ->> 'size')::int as size
      from private.support_files files
      join storage.objects on objects.id = object_id
      where request_id = ${id}
      order by files.id`,
  )
  return (message) =>
    rows
      .filter(({ answer, reply }) =>
        'answer' in message ? answer === message.answer : reply === message.reply,
      )
      .map(({ uid, name, type, size }) => ({
        uid,
        name: savedName(name, type),
        type,
        size,
        isImage: isPicture(type),
      }))
}

export type OpenedFile = { name: string; type: string; bytes: Buffer }

/** Null where the conversation has no such file, or (with `person`) where it is somebody else's. Throws FilesUnavailable. */
export async function openFile(
  { sql, files }: { sql: Sql; files: Files },
  { id, uid, person }: { id: number; uid: string; person?: string },
): Promise<OpenedFile | null> {
  const row = parseRow(
    v.object({ id: v.string(), version: v.string(), name: v.string(), type: v.string() }),
    await sql`
      select objects.id, version, files.name, metadata ->> 'mimetype' as type
      from private.support_files files
      join storage.objects on objects.id = object_id
      join support_requests on support_requests.id = request_id
      where request_id = ${id} and object_id = ${uid}
        and ${person === undefined ? sql`true` : sql`user_id = ${person}`}`,
  )
  const bytes = row && (await files.read(keyOf(row)))
  return bytes ? { name: savedName(row.name, row.type), type: row.type, bytes } : null
}

/** Others wrote it: browsers are told to save it, and neither to open it in place nor to guess what it is. */
export function fileAnswer({ name, type, bytes }: OpenedFile): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
  })
}
