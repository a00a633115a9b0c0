/** Browsers for tests: the machine's chromium, installed from Debian's packages when we are root, or Playwright's own. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const DEBIAN = '/usr/bin/chromium'
/** The same engine and network without the windows, of which each profile costs a second and a half of the processor. */
const DEBIAN_WINDOWLESS = '/usr/bin/chromium-headless-shell'

/** Path of a browser as people have it; installs one when there is none. Throws when that fails. */
export function ensureBrowser(): string {
  const own = chromium.executablePath()
  for (const path of [process.env.CHROMIUM_PATH, DEBIAN, own]) if (path && existsSync(path)) return path
  if (canInstall()) {
    install('chromium')
    return DEBIAN
  }
  run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'])
  return own
}

/** Path of its engine without windows, where Debian's packages bring it; otherwise of the whole browser. */
export function ensureWindowlessBrowser(): string {
  if (process.env.CHROMIUM_WINDOWLESS_PATH) return process.env.CHROMIUM_WINDOWLESS_PATH
  if (!existsSync(DEBIAN_WINDOWLESS) && canInstall()) {
    try {
      install('chromium-headless-shell')
    } catch (fault) {
      console.error(`journeys take the whole browser, and longer: ${(fault as Error).message}`)
    }
  }
  return existsSync(DEBIAN_WINDOWLESS) ? DEBIAN_WINDOWLESS : ensureBrowser()
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

function install(name: string): void {
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
}

function run(command: string, args: string[]): void {
  const result = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (result.status !== 0) throw new Error(`no browser: ${command} ${args.join(' ')} failed`)
}
