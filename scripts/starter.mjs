// Runs our scripts under the pinned Node, and ends them with their starter.
import { join } from 'node:path'
import { leash } from './leash.mjs'
import { COMPILE_CACHE, NODE, ROOT, SetupRefused, setup } from './setup.mjs'

const LOOK_EVERY_MS = 250
/** Less than people wait for a port: a whole world has ended by then. */
const PATIENCE_SECONDS = 4

/**
 * Installs what is missing, then runs `file` (from the root) and exits with its code. The file ends when this process
 * does, and this process when its starter does, even when either is killed.
 */
export async function runHeld(file, args) {
  // Checked first: the starter may have died during an installation.
  const starter = process.ppid
  await setup().catch((fault) => {
    if (!(fault instanceof SetupRefused)) throw fault
    console.error(fault.message)
    process.exit(1)
  })
  const held = leash(NODE, [join(ROOT, file), ...args], {
    output: 'inherit',
    patience: PATIENCE_SECONDS,
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...process.env,
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
    },
  })
  held.on('exit', (code, signal) => process.exit(signal ? 1 : code))
  const end = () => held.stdin.end()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
  setInterval(() => {
    if (process.ppid !== starter) end()
  }, LOOK_EVERY_MS).unref()
}
