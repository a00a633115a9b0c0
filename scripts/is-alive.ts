import { readFileSync } from 'node:fs'

/**
 * Whether a process runs. One that has ended, and whose end nobody has asked for, does not: in a container without an init it stays in
 * the table for ever.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    // The state follows the name, in which there may be anything.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0] !== 'Z'
  } catch {
    // No such files on this system, or it has ended since.
    return process.platform !== 'linux'
  }
}
