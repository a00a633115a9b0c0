/** Inserts requests from the fan into the tables of support and project proposals. */
import { i18n } from './i18n.ts'
import { rest } from './supabase.ts'
import { tableFault } from './table-fault.ts'

/** The table refused the file: its contents are not of the declared type. */
export class AttachmentError extends Error {
  override name = 'AttachmentError'
}

export type NewRequest = {
  support_requests: { user_id: string; subject: string; message: string; file: string | null }
  register_projects: { user_id: string; message: string }
}

/** Inserts the row. Throws AttachmentError, or an Error whose message can be shown. */
export async function sendRequest<Table extends keyof NewRequest>(
  table: Table,
  row: NewRequest[Table],
): Promise<void> {
  const { error } = await (await rest()).from(table).insert(row)
  if (!error) return
  if (error.message.includes('file_is_what_it_says')) throw new AttachmentError(error.message)
  if (error.code === 'PT429') throw new Error(i18n.t('common:tooManyRequests'))
  throw tableFault(error)
}
