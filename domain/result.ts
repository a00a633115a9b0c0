/** The result of a rule or a command: a value, or the reason for a refusal. Faults are thrown, refusals returned. */
import type { Refusal } from './refusal.ts'

export type Result<Value> = { ok: true; value: Value } | { ok: false; refusal: Refusal; message?: string }

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

/** `message` replaces the refusal's own text when somebody else (a bank, for instance) has a better one. */
export function refuse(
  refusal: Refusal,
  message?: string,
): { ok: false; refusal: Refusal; message?: string } {
  return message === undefined ? { ok: false, refusal } : { ok: false, refusal, message }
}
