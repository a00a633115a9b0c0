/** Runs a program of the checks from the root. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')
export const BIN = join(ROOT, 'node_modules/.bin')

/** `shown`: its output goes straight to the terminal; otherwise it is collected. */
export function run(
  file: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; shown?: boolean } = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: options.cwd ?? ROOT,
      stdio: options.shown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      // Tools use colours when they detect a build server; the stored output is plain text.
      env: { ...process.env, ...(!process.stdout.isTTY && { NO_COLOR: '1' }), ...options.env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
