import { resolve } from 'node:path'
import { backUp } from '#server/platform/backup/back-up.ts'
import { UsageError, withProduct } from './product.ts'

export const usage = [
  ['backup {folder}', 'every row as of one instant and every stored file, while the product goes on'],
] as const

export function run([folder]: string[]): Promise<number> {
  if (!folder) throw new UsageError('backup {folder}')
  return withProduct(async ({ sql, files: stored, say }) => {
    const { tables, files, at } = await backUp(sql, stored, resolve(folder), {
      tell: (line) => console.error(line),
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`${rows} rows of ${tables.length} tables and ${files.length} files, as of ${at}, in ${folder}`)
    return 0
  })
}
