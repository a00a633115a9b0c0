/** Load generators that are not ours. */
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.ts'

/** Where a tool is. As root on Debian its `package` is installed if need be. */
export function findTool(name: string, debianPackage: string): string {
  const known = locate(name)
  if (known) return known
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage])
  }
  const installed = locate(name)
  if (!installed) throw new Error(`This needs ${name}: install the package ${debianPackage}.`)
  return installed
}

/** Debian keeps pgbench beside its server, out of PATH. */
function locate(name: string): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
    : []
  return [...(process.env.PATH ?? '').split(delimiter), ...versions]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}
