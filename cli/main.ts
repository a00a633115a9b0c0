/** `npm run tune -- {command} …`: what an operator does from a terminal, in the same words as from the back office. */
import * as admin from './admin.ts'
import * as backup from './backup.ts'
import * as contracts from './contracts.ts'
import * as faults from './faults.ts'
import { Mistake } from './house.ts'
import * as reconcile from './reconcile.ts'
import * as restore from './restore.ts'
import * as secret from './secret.ts'
import * as settle from './settle.ts'
import * as webhook from './webhook.ts'

type Command = {
  /** The arguments, and what it does, in one line each. */
  usage: readonly (readonly [string, string])[]
  /** Resolves with the exit code: 0 unless something was found that has to be looked at. */
  run: (args: string[]) => Promise<number>
}

const COMMANDS: Record<string, Command> = {
  admin,
  contracts,
  settle,
  webhook,
  reconcile,
  faults,
  backup,
  restore,
  secret,
}

function explain(): string {
  const lines = Object.values(COMMANDS).flatMap(({ usage }) => usage)
  const width = Math.max(...lines.map(([call]) => call.length))
  return [
    'npm run tune -- …',
    ...lines.map(([call, what]) => `  ${call.padEnd(width)}  ${what}`),
    '',
    'Settings come from the environment (docs/operating.md), or from the world in DATA_DIR (.data).',
  ].join('\n')
}

async function main([name, ...args]: string[]): Promise<number> {
  const command = COMMANDS[name ?? '']
  if (!command) {
    console.log(explain())
    return name === undefined || name === 'help' ? 0 : 2
  }
  try {
    return await command.run(args)
  } catch (fault) {
    if (!(fault instanceof Mistake)) throw fault
    console.error(fault.message)
    return 2
  }
}

process.exitCode = await main(process.argv.slice(2))
