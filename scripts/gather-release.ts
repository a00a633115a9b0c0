/**
 * `node scripts/run.mjs scripts/gather-release.ts {folder}`: what production runs and nothing else, built, in a new folder:
 * some 80 MB, most of it the binaries of two packages. `node server/dist/main.cjs` in it is the server.
 */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire, findPackageJSON } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { readSchema } from '../server/platform/db/schema-files.ts'
import { buildServer, NATIVE } from './build-server.ts'
import { buildWeb } from './build-web.ts'
import { ROOT } from './setup.mjs'

/** Beside the packages and the schema's functions: read by the server while it runs. */
const RUN = ['server/dist', 'server/product/projects/fonts', 'web/dist', 'db']

/** Resolves with the folder's path. It must not exist. */
export async function gatherRelease(folder: string): Promise<string> {
  const target = resolve(folder)
  await mkdir(target)
  await Promise.all([buildServer(), buildWeb()])
  const { functions, views } = await readSchema(ROOT)
  for (const path of [...RUN, ...[...functions, ...views].map(({ path }) => path)])
    await cp(join(ROOT, path), join(target, path), { recursive: true })
  for (const path of await packagesOf(NATIVE))
    await cp(path, join(target, relative(ROOT, path)), { recursive: true, dereference: true })
  const { name, version, type } = await readManifest(join(ROOT, 'package.json'))
  await writeFile(join(target, 'package.json'), `${JSON.stringify({ name, version, type }, null, 2)}\n`)
  return target
}

type Manifest = {
  name: string
  version: string
  type: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const readManifest = async (path: string): Promise<Manifest> => JSON.parse(await readFile(path, 'utf8'))

/** Folders of the packages named, and of all that they depend on, as far as they are installed on this platform. */
async function packagesOf(names: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  const visit = async (name: string, from: string): Promise<void> => {
    const manifest = locate(name, from)
    if (!manifest || found.has(dirname(manifest))) return
    found.add(dirname(manifest))
    const { dependencies = {}, optionalDependencies = {} } = await readManifest(manifest)
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
      await visit(needed, manifest)
  }
  for (const name of names) await visit(name, join(ROOT, 'package.json'))
  return found
}

/** Undefined for an optional package of another platform. */
function locate(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, createRequire(from).resolve('./package.json', { paths: [dirname(from)] }))
  } catch (fault) {
    if (
      (fault as { code?: string }).code === 'MODULE_NOT_FOUND' ||
      (fault as { code?: string }).code === 'ERR_MODULE_NOT_FOUND'
    )
      return undefined
    throw fault
  }
}

if (process.argv[1] === import.meta.filename) {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('gather-release.ts {folder}')
  console.log(await gatherRelease(folder))
}
