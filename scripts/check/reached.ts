/** What was changed since main, and which server tests reach it. */
import { spawnSync } from 'node:child_process'
import { basename, dirname } from 'node:path'

/** Below `root`, committed or not. On main itself, since what was pushed. */
export function changedFiles(root: string): string[] {
  const git = gitIn(root)
  const isMain = git('rev-parse', '--abbrev-ref', 'HEAD') === 'main'
  const main = (isMain ? ['origin/main', 'main'] : ['main', 'origin/main']).find((name) =>
    isKnown(root, name),
  )
  if (!main)
    throw new Error(
      'Neither main nor origin/main is here to compare with: `git fetch origin main:main` first.',
    )
  const base = git('merge-base', 'HEAD', main)
  return linesOf(`${git('diff', '--name-only', base)}\n${git('ls-files', '--others', '--exclude-standard')}`)
}

/**
 * The sources whose tests are to run, as Vitest follows imports; null where only all of them will do. What no import leads to
 * counts by the sources that name it, and SQL functions by those of the capability that holds them.
 */
export function reachedBy(changed: readonly string[], root: string): string[] | null {
  const reached = changed.filter((path) => path.endsWith('.ts'))
  for (const path of changed) {
    const readers = readersOf(path, root)
    if (readers === null) return null
    reached.push(...readers)
  }
  return [...new Set(reached)]
}

function readersOf(path: string, root: string): string[] | null {
  if (path.startsWith('db/migrations/')) return null
  if (/^server\/.*\/sql\/[^/]+\.sql$/.test(path)) return orAll(sources(root, dirname(dirname(path))))
  if (path.startsWith('db/')) return orAll(naming(root, path))
  return /^i18n\/.*\.json$|^contracts\/abi\//.test(path) ? naming(root, path) : []
}

const orAll = (found: string[]) => (found.length > 0 ? found : null)

function sources(root: string, folder: string): string[] {
  return linesOf(gitIn(root)('ls-files', '--', `${folder}/*.ts`))
}

function naming(root: string, path: string): string[] {
  const name = basename(path).replace(/\.\w+$/, '')
  const { stdout } = spawnSync('git', ['grep', '-lwF', '-e', name, '--', 'server/*.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  return linesOf(stdout)
}

function isKnown(root: string, name: string): boolean {
  return (
    spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root }).status === 0
  )
}

/** Throws what git says when it fails. */
function gitIn(root: string) {
  return (...args: string[]): string => {
    const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`)
    return stdout.trim()
  }
}

function linesOf(text: string): string[] {
  return text.split('\n').filter(Boolean)
}
