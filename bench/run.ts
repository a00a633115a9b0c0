/** Runs external programs. */
import { spawnSync } from 'node:child_process'

/** The command's output. Throws, with its error output, when it fails. */
export function run(command: string, args: string[], options: { cwd?: string } = {}): string {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26, ...options })
  if (result.status === 0) return result.stdout
  const complaint = result.error?.message ?? `${result.stderr}${result.stdout}`.trim().slice(-2000)
  throw new Error(`${command} failed: ${complaint}`)
}
