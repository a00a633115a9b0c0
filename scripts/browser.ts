/** Browsers for tests: the machine's chromium, installed from Debian's packages when we are root, or Playwright's own. */
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { canInstall, execute, installPackages } from './debian.mjs'

const DEBIAN = '/usr/bin/chromium'
/** The same engine and network without the windows, of which each profile costs a second and a half of the processor. */
const DEBIAN_WINDOWLESS = '/usr/bin/chromium-headless-shell'

/** Path of a browser as people have it; installs one when there is none. Throws when that fails. */
export function ensureBrowser(): string {
  const own = chromium.executablePath()
  for (const path of [process.env.CHROMIUM_PATH, DEBIAN, own]) if (path && existsSync(path)) return path
  if (canInstall()) {
    installPackages('chromium')
    return DEBIAN
  }
  execute(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'])
  return own
}

/** Path of its engine without windows, where Debian's packages bring it; otherwise of the whole browser. */
export function ensureWindowlessBrowser(): string {
  if (process.env.CHROMIUM_WINDOWLESS_PATH) return process.env.CHROMIUM_WINDOWLESS_PATH
  if (!existsSync(DEBIAN_WINDOWLESS) && canInstall()) {
    try {
      installPackages('chromium-headless-shell')
    } catch (fault) {
      console.error(`journeys take the whole browser, and longer: ${(fault as Error).message}`)
    }
  }
  return existsSync(DEBIAN_WINDOWLESS) ? DEBIAN_WINDOWLESS : ensureBrowser()
}
