// Packages of Debian's, where we may install them. Plain JavaScript: the first of them is needed before anything of ours runs.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LOCK = join(tmpdir(), 'tune-apt.lock')

/** As root on Debian, or on what is made of it. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** The newest of each that there is, and nothing that is merely recommended beside it. Throws when one cannot be installed. */
export function installPackages(...names) {
  apt(['update', '-qq'])
  apt(['install', '-y', '-qq', '--no-install-recommends', ...names])
}

/** One at a time, whoever of us asks: apt does not wait for itself. */
export function apt(args, cwd) {
  execute('flock', [LOCK, 'apt-get', '-o', 'APT::Sandbox::User=root', ...args], cwd)
}

/** Runs a program to its end. Throws when it fails. */
export function execute(command, args, cwd) {
  const { status } = spawnSync(command, args, {
    ...(cwd ? { cwd } : {}),
    stdio: ['ignore', 'ignore', 'inherit'],
    // Packages would start their services: ours start their own.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}
