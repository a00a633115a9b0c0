/**
 * `npm run schema`: after any change below `db/`, writes `db/schema.sql` (the resulting schema) and `db/frozen.json`
 * (the checksums of released files, and the number of this version).
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SCHEMA_FOLDER } from '#server/platform/db/schema-files.ts'
import { connect } from '#server/platform/db/sql.ts'
import { startTestPostgres } from '#server/testing/postgres.ts'
import { describeSchema } from './describe-schema.ts'
import { freeze } from './freeze.ts'

await writeFile(
  join(SCHEMA_FOLDER, 'frozen.json'),
  `${JSON.stringify(await freeze(SCHEMA_FOLDER), null, 2)}\n`,
)
const postgres = await startTestPostgres({ fsync: 'off' })
const sql = connect(postgres.url.replace(/\/postgres$/, '/tune_template'), { max: 1 })
try {
  await writeFile(join(SCHEMA_FOLDER, 'schema.sql'), await describeSchema(sql))
} finally {
  await sql.end()
  await postgres.stop()
}
