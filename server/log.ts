/** Structured logs. Secrets and personal data never reach them. */
import { type Logger, pino } from 'pino'

export type { Logger }

export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    redact: ['*.password', '*.token', '*.access_token', '*.refresh_token', '*.authorization', '*.document'],
  })
}
