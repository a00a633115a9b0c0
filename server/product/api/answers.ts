/** How the product API says yes and no. */
import type { Context } from 'hono'
import { REFUSAL_STATUS, type Refusal } from '#domain/refusal.ts'
import type { Result } from '#domain/result.ts'
import type { ErrorAnswer } from '#domain/wire/api.ts'
import { refusalText } from '../../platform/texts.ts'
import type { ApiEnv } from './door.ts'

/** The language of an answer: the caller's profile, or what their browser asks for. */
function languageOf(c: Context<ApiEnv>): 'pt' | 'en' {
  const fan = c.get('fan')
  if (fan) return fan.language
  return c.req.header('accept-language')?.trim().toLowerCase().startsWith('pt') === false ? 'en' : 'pt'
}

export function refusal(c: Context<ApiEnv>, code: Refusal, message?: string): Response {
  const body: ErrorAnswer = { data: { error: message ?? refusalText(code, languageOf(c)), code } }
  return c.json(body, REFUSAL_STATUS[code])
}

/** Answers `{data: value}`, or the refusal. */
export function answer<Value>(c: Context<ApiEnv>, result: Result<Value>): Response {
  return result.ok ? c.json({ data: result.value }) : refusal(c, result.refusal, result.message)
}
