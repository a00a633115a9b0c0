/** `npm run tune -- {command} …`: what an operator does from a terminal, with the same terms as the back office. */

import { EnvironmentError } from '#server/env.ts'
import { PixAnswer } from '#server/platform/adapters/pix-caller.ts'
import { BackupRefused } from '#server/platform/backup/refused.ts'
import { HandOverRefused } from '#server/platform/chain/hand-over.ts'
import { isUnavailable } from '#server/platform/db/unavailable.ts'
import { FilesUnavailable } from '#server/platform/files/files.ts'
import { KmsError } from '#server/platform/keys/kms.ts'
import { SealedFileError } from '#server/platform/keys/sealed-file.ts'
import { UsageError } from './product.ts'
import { isUnanswered } from './unanswered.ts'

type Command = {
  /** The arguments, and a one-line description. */
  usage: readonly (readonly [string, string])[]
  /** Resolves with the exit code: 0 unless something was found that needs attention. */
  run: (args: string[]) => Promise<number>
}

/** Each is loaded when it is called: most need only a part of the product. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  admin: () => import('./admin.ts'),
  contracts: () => import('./contracts.ts'),
  'second-factor': () => import('./second-factor.ts'),
  settle: () => import('./settle.ts'),
  webhook: () => import('./webhook.ts'),
  pix: () => import('./pix.ts'),
  custodian: () => import('./custodian.ts'),
  operator: () => import('./operator.ts'),
  reconcile: () => import('./reconcile.ts'),
  faults: () => import('./faults.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  files: () => import('./files.ts'),
  secret: () => import('./secret.ts'),
  wallet: () => import('./wallet.ts'),
  video: () => import('./video.ts'),
  doctor: () => import('./doctor.ts'),
}

const HELP = ['help', '--help', '-h']

const WHERE_SETTINGS_ARE =
  'Settings come from the environment (docs/operating.md), or from the world in DATA_DIR (.data).'

async function explain(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()))
  const lines = commands.flatMap(({ usage }) => usage)
  const width = Math.max(...lines.map(([call]) => call.length))
  return [
    'npm run tune -- …',
    ...lines.map(([call, what]) => `  ${call.padEnd(width)}  ${what}`),
    '',
    WHERE_SETTINGS_ARE,
  ].join('\n')
}

async function main([name, ...args]: string[]): Promise<number> {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    console.log(await explain())
    return name === undefined || HELP.includes(name) ? 0 : 2
  }
  try {
    return await (await command()).run(args)
  } catch (fault) {
    const told = messageForOperator(fault)
    if (told === null) throw fault
    console.error(told)
    return 2
  }
}

/** Their messages say all that an operator needs. */
const TOLD = [UsageError, BackupRefused, SealedFileError, KmsError, HandOverRefused]

/** A message for faults the user can fix; null for a fault of ours, whose trace is wanted. */
function messageForOperator(fault: unknown): string | null {
  if (TOLD.some((kind) => fault instanceof kind)) return (fault as Error).message
  if (fault instanceof EnvironmentError) return `${fault.message}\n${WHERE_SETTINGS_ARE}`
  if (fault instanceof FilesUnavailable) return withCause(fault)
  if (fault instanceof PixAnswer || isUnanswered(fault))
    return `An outside service does not answer, try again later: ${withCause(fault)}`
  if (isUnavailable(fault)) return `The database does not answer: ${(fault as Error).message}`
  return null
}

function withCause({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${withCause(cause)}` : message
}

process.exitCode = await main(process.argv.slice(2))
