// Runs a command that cannot outlive us, however we end: a shell holds the reading end of a pipe from this process and
// signals the command when the pipe closes, which the kernel does even after kill -9. What does not end in time is killed.
// Plain JavaScript: `npm start` uses it under whatever Node the machine has.
import { spawn } from 'node:child_process'

/** Signals go to the process group, which is the command, what it started, and this shell, which ignores them. */
const HOLDER = `
exec 3<&0
"$@" </dev/null 3<&- &
command=$!
trap '' INT TERM
(
  cat <&3
  kill -"$LEASH_SIGNAL" 0
  sleep "$LEASH_PATIENCE"
  kill -KILL 0
) >/dev/null 2>&1 &
holder=$!
wait $command 2>/dev/null
code=$?
kill -KILL $holder
exit $code
`
const PATIENCE_SECONDS = 10

/** Starts `command`; closing the returned child's `stdin` ends it. */
export function leash(command, args, options = {}) {
  const {
    signal = 'TERM',
    patience = PATIENCE_SECONDS,
    env = process.env,
    output = 'pipe',
    ...rest
  } = options
  return spawn('/bin/sh', ['-c', HOLDER, 'leash', command, ...args], {
    ...rest,
    env: { ...env, LEASH_SIGNAL: signal, LEASH_PATIENCE: String(patience) },
    stdio: ['pipe', output, output],
    detached: true,
  })
}

/** Asks a leashed command to end, and waits until it has. */
export async function release(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.stdin.end()
  await gone
}
