/** Structured logs. Secrets and personal data never reach them. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { redact } from '#domain/redact.ts'
import { occasion } from './http/request-name.ts'

export type { Logger }

/** What a fault may report besides its message: the rest are rows, bodies and headers, and so personal data. */
const SAID = ['code', 'constraint_name', 'table_name', 'where'] as const

const LONGEST_STACK = 4000

export function faultInLog(fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault
  // Its message and stack include those of its causes.
  const { type, message, stack, ...rest } = pino.stdSerializers.err(fault)
  const said = SAID.filter((name) => rest[name] !== undefined).map((name) => [
    name,
    redact(String(rest[name])),
  ])
  return { type, message: redact(message), stack: redact(stack, LONGEST_STACK), ...Object.fromEntries(said) }
}

/** Writes lines of `level` and above to `destination`, by default to standard output. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    serializers: { err: faultInLog },
    mixin: () => occasion() ?? {},
    redact: ['*.password', '*.token', '*.access_token', '*.refresh_token', '*.authorization', '*.document'],
  }
  return pino(options, destination)
}
