/** Removes what was uploaded for a message that nobody has sent within a day. */
import * as v from 'valibot'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { enqueueJob } from '../outbox.ts'
import { SUPPORT_BUCKET } from './files.ts'

export async function pruneFiles(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    const files = parseRows(
      v.object({ id: v.string(), version: v.string() }),
      await tx`
        delete from storage.objects
        where bucket_id = ${SUPPORT_BUCKET} and created_at < now() - interval '1 day'
          and not exists (select from private.support_files where object_id = objects.id)
        returning id, version`,
    )
    if (files.length > 0) await enqueueJob(tx, 'remove-files', { files })
  })
}
