/** What a rule or a command answers: a value, or the reason it said no. Faults are thrown, refusals returned. */
import type { Refusal } from './refusal.ts'

export type Result<Value> = { ok: true; value: Value } | { ok: false; refusal: Refusal; message?: string }

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

/** `message` replaces the refusal's own text when someone else said it better (a bank, for instance). */
export function refuse(
  refusal: Refusal,
  message?: string,
): { ok: false; refusal: Refusal; message?: string } {
  return message === undefined ? { ok: false, refusal } : { ok: false, refusal, message }
}
