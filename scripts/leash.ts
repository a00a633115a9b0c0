/**
 * Runs a command that cannot outlive us, however we end: a shell holds the reading end of a pipe from this
 * process and signals the command when the pipe closes, which the kernel does even after kill -9.
 */
import { type ChildProcess, spawn } from 'node:child_process'

export type LeashOptions = {
  cwd?: string
  env?: NodeJS.ProcessEnv
  uid?: number
  gid?: number
  /** An open file that takes what the command says; without one, stdout and stderr are piped to us. */
  output?: number
  /** What the command takes as a request to end in an orderly way. */
  signal?: 'INT' | 'TERM'
}

const HOLDER = `
exec 3<&0
"$@" </dev/null 3<&- &
command=$!
( cat <&3 >/dev/null 2>&1; kill -"$LEASH_SIGNAL" $command 2>/dev/null ) &
holder=$!
trap '' INT TERM
wait $command
code=$?
kill $holder 2>/dev/null
exit $code
`

/** Starts `command`; closing the returned child's `stdin` ends it. */
export function leash(command: string, args: string[], options: LeashOptions = {}): ChildProcess {
  const { signal = 'TERM', env = process.env, output = 'pipe', ...rest } = options
  return spawn('/bin/sh', ['-c', HOLDER, 'leash', command, ...args], {
    ...rest,
    env: { ...env, LEASH_SIGNAL: signal },
    stdio: ['pipe', output, output],
    detached: true,
  })
}

/** Asks a leashed command to end, and waits until it has. */
export async function release(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.end()
  await gone
}
