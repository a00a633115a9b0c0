/** Runs other people's programs. */
import { spawnSync } from 'node:child_process'

/** What the command printed. Throws, with its complaint, when it fails. */
export function run(command: string, args: string[], options: { cwd?: string } = {}): string {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26, ...options })
  if (result.status === 0) return result.stdout
  const complaint = result.error?.message ?? `${result.stderr}${result.stdout}`.trim().slice(-2000)
  throw new Error(`${command} failed: ${complaint}`)
}
