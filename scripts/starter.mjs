// What stands between npm and a script of ours: the pinned Node, and an end that nobody has to arrange.
import { join } from 'node:path'
import { leash } from './leash.mjs'
import { NODE, ROOT, setup } from './setup.mjs'

const LOOK_EVERY_MS = 250
/** Shorter than what a person waits for a port: a whole world has ended by then. */
const PATIENCE_SECONDS = 4

/**
 * Installs what is missing, then runs `file` (from the root) and ends with its code. It ends when this process does,
 * and this process when whoever started it does, also where neither had the time to say so.
 */
export async function runHeld(file, args) {
  // Read first: whoever dies during an installation has died as well.
  const starter = process.ppid
  await setup()
  const held = leash(NODE, [join(ROOT, file), ...args], {
    output: 'inherit',
    patience: PATIENCE_SECONDS,
    env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
  })
  held.on('exit', (code, signal) => process.exit(signal ? 1 : code))
  const end = () => held.stdin.end()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
  setInterval(() => {
    if (process.ppid !== starter) end()
  }, LOOK_EVERY_MS).unref()
}
