/** A browser for tests: the machine's chromium, installed from Debian's packages when we are root, or Playwright's own. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const DEBIAN = '/usr/bin/chromium'

/** Path of a browser; installs one when there is none. Throws when that fails. */
export function ensureBrowser(): string {
  const own = chromium.executablePath()
  for (const path of [process.env.CHROMIUM_PATH, DEBIAN, own]) if (path && existsSync(path)) return path
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
    return DEBIAN
  }
  run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'])
  return own
}

function run(command: string, args: string[]): void {
  const result = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (result.status !== 0) throw new Error(`no browser: ${command} ${args.join(' ')} failed`)
}
