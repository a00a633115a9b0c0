/** Structured logs. Secrets and personal data never reach them. */
import { type Logger, pino } from 'pino'
import { occasion } from './http/request-name.ts'

export type { Logger }

export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    mixin: () => occasion() ?? {},
    redact: ['*.password', '*.token', '*.access_token', '*.refresh_token', '*.authorization', '*.document'],
  })
}
