import type { ChildProcess } from 'node:child_process'

export type LeashOptions = {
  cwd?: string
  env?: NodeJS.ProcessEnv
  uid?: number
  gid?: number
  /** An open file that takes what the command says, or `inherit` ours; otherwise stdout and stderr are piped to us. */
  output?: number | 'inherit' | 'pipe'
  /** What the command takes as a request to end in an orderly way. */
  signal?: 'INT' | 'TERM'
  /** Seconds it has for that before it is killed. */
  patience?: number
}

export function leash(command: string, args: string[], options?: LeashOptions): ChildProcess
export function release(child: ChildProcess): Promise<void>
