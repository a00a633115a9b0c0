/** Programs from Debian's packages that several hosts need and one does not: installed when we are root, otherwise looked for. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { apt, canInstall, execute, installPackages } from './debian.mjs'
import { withLock } from './setup.mjs'

/** Debian's packages of each program. */
const PACKAGES = {
  'nats-server': 'nats-server',
  etcd: 'etcd-server',
  patroni: 'patroni python3-etcd',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  nginx: 'nginx-light',
  openssl: 'openssl',
  'docker-compose': 'docker-compose',
  'barman-cloud-backup': 'barman-cli-cloud',
  faketime: 'faketime',
  nft: 'nftables',
  ip: 'iproute2',
  // With the libraries that scripts/chart/render.go is made of.
  go: 'golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev',
} as const

export type Engine = keyof typeof PACKAGES

/** What `npm run cluster` runs. */
export const CLUSTER_ENGINES = [
  'nats-server',
  'etcd',
  'patroni',
  'pgbouncer',
  'haproxy',
] as const satisfies readonly Engine[]

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

/** The program's path, once it is there; null where it is not and cannot be installed, which is said. */
export function ensureEngine(name: Engine): string | null {
  const found = find(name)
  if (found || !canInstall()) return found
  try {
    installPackages(...PACKAGES[name].split(' '))
  } catch (fault) {
    console.error(`${name} could not be installed, and what needs it is skipped: ${(fault as Error).message}`)
  }
  return find(name)
}

/** All of them, one after the other, so that nobody has to wait for another's installation later. */
export function ensureEngines(): void {
  for (const name of Object.keys(PACKAGES) as Engine[]) ensureEngine(name)
}

/** As `ensureEngine`, for all that a command cannot do without. */
export function needEngines(names: readonly Engine[]): Record<Engine, string> {
  const found = names.map((name) => [name, ensureEngine(name)] as const)
  const missing = found.filter(([, path]) => !path).map(([name]) => name)
  if (missing.length > 0)
    throw new Error(`Install ${missing.join(', ')}, or start as root on Debian, which installs them.`)
  return Object.fromEntries(found) as Record<Engine, string>
}

/**
 * Two programs that Patroni asks about a Postgres, and that the Postgres from npm does not bring, unpacked into `folder`
 * from Debian's packages: installing these would start a database of their own.
 */
export function unpackPostgresTools(folder: string): Promise<void> {
  return withLock('postgres-tools', () => unpack(folder))
}

async function unpack(folder: string): Promise<void> {
  const tools = ['pg_controldata', 'pg_isready'].map((name) => join(folder, name))
  if (tools.every((path) => existsSync(path))) return
  if (!canInstall())
    throw new Error('pg_controldata and pg_isready come from Debian’s packages: start as root on Debian.')
  await mkdir(folder, { recursive: true })
  const draft = await mkdtemp(join(folder, 'draft-'))
  installPackages('libpq5')
  for (const name of ['postgresql-15', 'postgresql-client-15']) {
    apt(['download', '-qq', name], draft)
    execute('/bin/sh', ['-c', `dpkg -x ${name}_*.deb .`], draft)
  }
  for (const path of tools)
    execute('cp', [join(draft, 'usr/lib/postgresql/15/bin', path.slice(folder.length + 1)), path])
  await rm(draft, { recursive: true })
}

function find(name: Engine): string | null {
  return FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path)) ?? null
}
