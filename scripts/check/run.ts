/** Runs a program of the checks from the root. However this process ends, the program and what it started end with it. */
import { join } from 'node:path'
import { leash } from '../leash.mjs'

export const ROOT = join(import.meta.dirname, '../..')
export const BIN = join(ROOT, 'node_modules/.bin')

/** What a runner may take to end its browsers and servers. */
const PATIENCE_SECONDS = 4

/** `shown`: its output goes straight to the terminal; otherwise it is collected. */
export function run(
  file: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; shown?: boolean } = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = leash(file, [...args], {
      cwd: options.cwd ?? ROOT,
      output: options.shown ? 'inherit' : 'pipe',
      patience: PATIENCE_SECONDS,
      // Tools use colours when they detect a build server; the stored output is plain text.
      env: { ...process.env, ...(!process.stdout.isTTY && { NO_COLOR: '1' }), ...options.env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
