/** Structured logs. Secrets and personal data never reach them. */
import { type Logger, pino } from 'pino'
import { redact } from '#domain/redact.ts'
import { occasion } from './http/request-name.ts'

export type { Logger }

/** What a fault may say beside its message: the rest of it are rows, bodies and headers, and so people's. */
const SAID = ['code', 'constraint_name', 'table_name', 'where'] as const

const LONGEST_STACK = 4000

export function faultInLog(fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault
  // Its message and stack have those of its causes in them.
  const { type, message, stack, ...rest } = pino.stdSerializers.err(fault)
  const said = SAID.filter((name) => rest[name] !== undefined).map((name) => [name, rest[name]])
  return { type, message: redact(message), stack: redact(stack, LONGEST_STACK), ...Object.fromEntries(said) }
}

export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    serializers: { err: faultInLog },
    mixin: () => occasion() ?? {},
    redact: ['*.password', '*.token', '*.access_token', '*.refresh_token', '*.authorization', '*.document'],
  })
}
