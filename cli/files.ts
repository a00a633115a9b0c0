/** Moves stored files between the data folder and the S3-compatible store that the environment names. */
import { compareFiles, copyFiles } from '#server/platform/files/copy-files.ts'
import { folderOf, s3Settings } from '#server/platform/files/create-files.ts'
import { type Product, UsageError, withProduct } from './product.ts'

export const usage = [
  [
    'files copy [--back]',
    'copies stored files from DATA_DIR to S3, or back; what is there already is skipped',
  ],
  [
    'files verify [--back]',
    'reads every file in both places and compares the bytes; ends with 1 if any differs',
  ],
] as const

const TELL_EVERY = 1000
const MOST_NAMED = 20

export function run([action, direction]: string[]): Promise<number> {
  const isKnown = action === 'copy' || action === 'verify'
  if (!isKnown || (direction !== undefined && direction !== '--back'))
    throw new UsageError('files copy [--back] | files verify [--back]')
  return withProduct(async (product) => {
    if (!s3Settings(product.env))
      throw new UsageError('S3_ENDPOINT and the settings beside it are not set (docs/operating.md).')
    const [folder, store] = [folderOf(product.env), product.files]
    const [from, to] = direction === '--back' ? [store, folder] : [folder, store]
    product.say(`From ${from.name} to ${to.name}`)
    return action === 'copy' ? copy(product, from, to) : verify(product, from, to)
  })
}

type Place = Product['files']

async function copy({ say }: Product, from: Place, to: Place): Promise<number> {
  const { copied, there, bytes } = await copyFiles(from, to, (so) => {
    const files = so.copied + so.there
    if (files % TELL_EVERY === 0) say(`${files} files so far, ${so.copied} of them copied`)
  })
  say(`${copied} files copied (${bytes} bytes), ${there} were there.`)
  return 0
}

async function verify({ say }: Product, from: Place, to: Place): Promise<number> {
  const { same, missing, different } = await compareFiles(from, to, (so) => {
    const files = so.same + so.missing.length + so.different.length
    if (files % TELL_EVERY === 0) say(`${files} files so far`)
  })
  for (const key of missing.slice(0, MOST_NAMED)) say(`missing    ${key}`)
  for (const key of different.slice(0, MOST_NAMED)) say(`different  ${key}`)
  say(`${same} files are the same, ${missing.length} are missing, ${different.length} differ.`)
  return missing.length + different.length === 0 ? 0 : 1
}
