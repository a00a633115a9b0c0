/** Two Postgres servers, one of them the primary: Patroni decides which, and etcd remembers. */
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { unpackPostgresTools } from '../engines.ts'
import { type Part, program } from '../parts.ts'
import { locateBinaries, type Owner, placeFiles } from '../postgres.ts'
import { logOf, type Place, ROOT } from '../surroundings.ts'
import type { ClusterPorts } from './ports.ts'

const KEPT_TOOLS = join(ROOT, 'node_modules/.cache/postgres-tools')

/** Seconds: a primary that is gone is replaced within `ttl`, which Patroni wants to be no less than loop_wait + 2 × retry_timeout. */
const CLOCK = { ttl: 5, loop_wait: 1, retry_timeout: 2 }

/** What the processes of each database's host are known by, where we are root: groups without a name. */
export const HOST_GROUPS = [64_001, 64_002] as const

type Setting = {
  place: Place
  ports: ClusterPorts
  owner: Owner | null
  /** A folder of the owner's. */
  folder: string
  engines: { etcd: string; patroni: string }
  /** Postgres' settings for its archive. */
  archive: Record<string, string>
}

export function etcd({ place, ports, owner, folder, engines }: Setting): Part[] {
  const url = (port: number) => `http://127.0.0.1:${port}`
  const names = ports.etcd.map((_, index) => `etcd-${index + 1}`)
  const members = names.map((name, index) => `${name}=${url(ports.etcdPeers[index] as number)}`).join(',')
  return names.map((name, index) => {
    const [client, peer] = [url(ports.etcd[index] as number), url(ports.etcdPeers[index] as number)]
    const args = [
      ...['--name', name, '--data-dir', join(folder, name)],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', members, '--initial-cluster-token', 'tune', '--initial-cluster-state', 'new'],
      '--enable-v2',
      ...[
        '--logger',
        'zap',
        '--log-level',
        'warn',
        '--heartbeat-interval',
        '250',
        '--election-timeout',
        '1500',
      ],
    ]
    const isUp = async () => (await fetch(`${client}/health`)).ok
    return program(logOf(place, name), engines.etcd, args, isUp, { owner })
  })
}

export async function databases(setting: Setting): Promise<Part[]> {
  const { place, ports, owner, folder, engines, archive } = setting
  const bin = await gatherPrograms(owner, folder)
  const script = join(folder, 'copy-primary.py')
  await cp(join(import.meta.dirname, 'copy-primary.py'), script)
  return Promise.all(
    ports.databases.map(async (_, index) => {
      const name = `postgres-${index + 1}`
      const files = await placeFiles(join(place.dataDir, name), owner)
      const config = join(folder, `${name}.yml`)
      // JSON is YAML.
      await writeFile(
        config,
        JSON.stringify(patroniConfig({ name, files, bin, script, index, ports, archive }), null, 2),
      )
      const isUp = async () => (await fetch(`http://127.0.0.1:${ports.patroni[index]}/health`)).ok
      const host = owner && { ...owner, gid: HOST_GROUPS[index] as number }
      return program(logOf(place, name), engines.patroni, [config], isUp, { owner: host })
    }),
  )
}

/** One folder with all that Patroni runs: from npm, and from Debian what npm's Postgres does not bring. */
async function gatherPrograms(owner: Owner | null, folder: string): Promise<string> {
  const { postgres } = await locateBinaries(owner)
  const bin = join(folder, 'bin')
  await mkdir(bin, { recursive: true })
  await unpackPostgresTools(KEPT_TOOLS)
  await cp(KEPT_TOOLS, join(folder, 'tools'), { recursive: true })
  const programs = [
    ...['initdb', 'pg_ctl', 'postgres'].map((name) => join(dirname(postgres), name)),
    ...['pg_controldata', 'pg_isready'].map((name) => join(folder, 'tools', name)),
  ]
  for (const path of programs)
    await symlink(path, join(bin, basename(path))).catch((fault) => {
      if (fault.code !== 'EEXIST') throw fault
    })
  return bin
}

function patroniConfig({
  name,
  files,
  bin,
  script,
  index,
  ports,
  archive,
}: {
  name: string
  files: string
  bin: string
  script: string
  index: number
  ports: ClusterPorts
  archive: Record<string, string>
}) {
  const rest = `127.0.0.1:${ports.patroni[index]}`
  const address = `127.0.0.1:${ports.databases[index]}`
  const login = { username: 'postgres' }
  return {
    scope: 'tune',
    name,
    restapi: { listen: rest, connect_address: rest },
    // Not by `etcd3`: with it, Patroni 3.0 that was suspended for longer than `ttl` takes the lock back from its successor,
    // and what that one has acknowledged is lost. With version 2 the lock is written only while it is one's own.
    etcd: { hosts: ports.etcd.map((port) => `127.0.0.1:${port}`) },
    watchdog: { mode: 'off' },
    bootstrap: {
      dcs: {
        ...CLOCK,
        // What was acknowledged is on both, as long as there are two.
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: false,
          use_slots: true,
          parameters: {
            wal_level: 'logical',
            max_connections: 200,
            max_wal_senders: 20,
            max_replication_slots: 20,
            hot_standby_feedback: 'on',
            max_slot_wal_keep_size: '1GB',
            wal_keep_size: '256MB',
            timezone: 'UTC',
            unix_socket_directories: '',
            log_min_messages: 'fatal',
            ...archive,
          },
        },
      },
      initdb: [
        { encoding: 'UTF8' },
        { locale: 'C' },
        { 'locale-provider': 'builtin' },
        { 'builtin-locale': 'C.UTF-8' },
        { auth: 'trust' },
      ],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: files,
      bin_dir: bin,
      pgpass: join(dirname(script), `${name}.pass`),
      authentication: { superuser: login, replication: login },
      create_replica_methods: ['copy'],
      copy: { command: `/usr/bin/python3 ${script}`, no_leader: false },
      remove_data_directory_on_diverged_timelines: true,
    },
  }
}
