/** The database that test files copy. */
import { migrate } from '../platform/db/migrate.ts'
import { connect } from '../platform/db/sql.ts'

/** A migrated database `tune_template` on the server at `adminUrl`. */
export async function createTemplate(adminUrl: string): Promise<void> {
  const admin = connect(adminUrl, { max: 1 })
  await admin`create database tune_template`
  await admin.end()
  const url = adminUrl.replace(/\/postgres$/, '/tune_template')
  const template = connect(url, { max: 2 })
  await migrate(template, url)
  await template.end()
}
