import { resolve } from 'node:path'
import { restore } from '#server/platform/backup/restore.ts'
import { UsageError, withProduct } from './product.ts'

export const usage = [
  [
    'restore {folder}',
    'brings a backup into an empty database and store of files; afterwards: faults, reconcile',
  ],
] as const

export function run([folder]: string[]): Promise<number> {
  if (!folder) throw new UsageError('restore {folder}')
  return withProduct(async ({ sql, env, files: stored, say }) => {
    const { tables, files, at } = await restore(sql, env.DATABASE_DIRECT_URL, stored, resolve(folder))
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`${rows} rows of ${tables.length} tables and ${files.length} files are back as of ${at}.`)
    say('Before anybody comes in: npm run tune -- faults, then npm run tune -- reconcile.')
    return 0
  })
}
