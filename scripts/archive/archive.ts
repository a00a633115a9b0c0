/**
 * The archive of a database on an S3-compatible store: base backups and the log since then, from which it is restored to
 * any second. Kept by Barman's cloud programs, which copy files and therefore accept any version of Postgres
 * (decision 026). Everything lies below `database/` of the bucket that the product's files are in.
 */
import { execFile } from 'node:child_process'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { S3Settings } from '#server/platform/files/s3-settings.ts'
import { needEngines } from '../engines.ts'
import type { Owner } from '../postgres.ts'

const SERVER = 'tune'
const execute = promisify(execFile)

export type Archive = {
  store: S3Settings
  /** Where the programs find the store's keys, as the AWS clients read them. */
  config: string
  owner: Owner | null
}

/** `folder` is where the keys are written, for nobody but the database's owner to read. */
export async function openArchive(store: S3Settings, folder: string, owner: Owner | null): Promise<Archive> {
  needEngines(['barman-cloud-backup'])
  await mkdir(folder, { recursive: true })
  const config = join(folder, 'archive.ini')
  const lines = [
    '[default]',
    `aws_access_key_id = ${store.accessKeyId}`,
    `aws_secret_access_key = ${store.secretAccessKey}`,
    `region = ${store.region}`,
    ...(store.pathStyle ? ['s3 =', '  addressing_style = path'] : []),
  ]
  await writeFile(config, `${lines.join('\n')}\n`, { mode: 0o600 })
  if (owner) for (const path of [folder, config]) await chown(path, owner.uid, owner.gid)
  return { store, config, owner }
}

/** Postgres' settings: each piece of the log goes to the archive when it is full, and after `seconds` at the latest. */
export function archiving(archive: Archive, seconds: number): Record<string, string> {
  return {
    archive_mode: 'on',
    archive_command: `${calling(archive, 'wal-archive', ['--gzip'])} '%p'`,
    archive_timeout: `${seconds}s`,
  }
}

/** Postgres' settings for replaying the archive to `instant`, or to its end, and then serving. */
export function replaying(archive: Archive, instant: Date | null): Record<string, string> {
  return {
    restore_command: `${calling(archive, 'wal-restore', [])} '%f' '%p'`,
    ...(instant && {
      recovery_target_time: instant.toISOString().replace('T', ' ').replace('Z', '+00'),
      recovery_target_action: 'promote',
    }),
    // Against what the lost server's own files say: nobody is there to confirm commits, and a rehearsal must not write a
    // second history into the archive, which the next recovery would follow.
    synchronous_standby_names: '',
    archive_mode: 'off',
    // Replaying needs as much as the lost server had, which nothing here knows.
    max_connections: '1000',
    max_wal_senders: '100',
    max_worker_processes: '64',
    max_prepared_transactions: '100',
    max_locks_per_transaction: '256',
  }
}

const destination = ({ store }: Archive) => `s3://${store.bucket}/database`
const place = (archive: Archive) => ['--endpoint-url', archive.store.endpoint, destination(archive), SERVER]

/** For Postgres, which runs it with a shell. */
function calling(archive: Archive, program: string, options: string[]): string {
  const words = [
    'env',
    `AWS_CONFIG_FILE=${archive.config}`,
    `barman-cloud-${program}`,
    ...options,
    ...place(archive),
  ]
  return words.map((word) => `'${word}'`).join(' ')
}

/** Copies the whole database at `url`, whose files must be on this machine, while it goes on working. */
export async function takeBackup(archive: Archive, url: string): Promise<void> {
  const { hostname, port, username } = new URL(url)
  const login = ['--host', hostname, '--port', port, '--user', username]
  await call(archive, 'backup', ['--gzip', '--immediate-checkpoint', ...login, ...place(archive)])
}

export type Backup = { id: string; endedAt: Date }

/** The backups that were completed, the newest first. */
export async function listBackups(archive: Archive): Promise<Backup[]> {
  const said = await call(archive, 'backup-list', ['--format', 'json', ...place(archive)])
  const { backups_list } = JSON.parse(said) as {
    backups_list: { backup_id: string; end_time_iso?: string; end_time: string; status: string }[]
  }
  return backups_list
    .filter(({ status }) => status === 'DONE')
    .map(({ backup_id, end_time_iso, end_time }) => ({
      id: backup_id,
      endedAt: new Date(end_time_iso ?? end_time),
    }))
    .toSorted((one, other) => other.endedAt.getTime() - one.endedAt.getTime())
}

/** Puts a backup's files into `folder`, which must be empty. */
export async function fetchBackup(archive: Archive, id: string, folder: string): Promise<void> {
  const [option, endpoint, ...where] = place(archive) as [string, string, ...string[]]
  await call(archive, 'restore', [option, endpoint, ...where, id, folder])
}

async function call(archive: Archive, program: string, args: string[]): Promise<string> {
  const { stdout } = await execute(`/usr/bin/barman-cloud-${program}`, args, {
    env: { PATH: '/usr/bin:/bin', AWS_CONFIG_FILE: archive.config, LC_ALL: 'C.UTF-8' },
    cwd: '/',
    ...archive.owner,
  })
  return stdout
}
