/**
 * `npm run schema`: after any change of SQL, writes `db/schema.sql` (the resulting schema) and `db/frozen.json`
 * (the checksums of released files, and the number of this version).
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '#server/platform/db/sql.ts'
import { ROOT } from '#server/platform/root.ts'
import { startTestPostgres } from '#server/testing/postgres.ts'
import { describeSchema } from './describe-schema.ts'
import { freeze } from './freeze.ts'

await writeFile(join(ROOT, 'db/frozen.json'), `${JSON.stringify(await freeze(ROOT), null, 2)}\n`)
const postgres = await startTestPostgres({ fsync: 'off' })
const sql = connect(postgres.url.replace(/\/postgres$/, '/tune_template'), { max: 1 })
try {
  await writeFile(join(ROOT, 'db/schema.sql'), await describeSchema(sql))
} finally {
  await sql.end()
  await postgres.stop()
}
