/** The answers and refusals of the product API. */
import type { Context } from 'hono'
import type { Refusal } from '#domain/refusal.ts'
import { REFUSAL_STATUS } from '#domain/refusal-status.ts'
import type { Result } from '#domain/result.ts'
import type { Language } from '#i18n/language.ts'
import { askedLanguage } from '../../platform/http/language.ts'
import { refusalText } from '../../platform/texts.ts'
import type { ErrorAnswer, Promised } from './call.ts'
import type { ApiEnv } from './fan.ts'

/** The language of an answer: what the request asks for, or the caller's. */
function languageOf(c: Context<ApiEnv>): Language {
  const known = askedLanguage(c) ?? c.get('fan')?.language
  return known ?? (c.req.header('accept-language')?.trim() ? 'en' : 'pt')
}

export function refusal(c: Context<ApiEnv>, code: Refusal, message?: string): Response {
  const body: ErrorAnswer = { data: { error: message ?? refusalText(code, languageOf(c)), code } }
  return c.json(body, REFUSAL_STATUS[code])
}

/** Answers in the shape that the contract promises, or with the refusal. */
export function answerWith(c: Context<ApiEnv>, promised: Promised, result: Result<unknown>): Response {
  if (!result.ok) return refusal(c, result.refusal, result.message)
  const body = bodyOf(promised, result.value)
  const status = promised.kind === 'data' ? promised.status : undefined
  return status ? c.json(body, status) : c.json(body)
}

/** What a value is sent as. */
export function bodyOf({ kind }: Promised, value: unknown): object {
  if (kind === 'file') throw new Error('a file is answered by its handler')
  return kind === 'whole' ? (value as object) : { data: value }
}

/** A file written while it is read: never all of it in memory. */
export function fileOf(
  c: Context<ApiEnv>,
  name: string,
  type: string,
  parts: AsyncIterable<string>,
): Response {
  return bytesOf(c, name, type, ReadableStream.from(parts).pipeThrough(new TextEncoderStream()))
}

function bytesOf(
  c: Context<ApiEnv>,
  name: string,
  type: string,
  bytes: ReadableStream<Uint8Array>,
): Response {
  c.header('content-type', type)
  c.header('content-disposition', `attachment; filename="${name}"`)
  return c.body(bytes)
}

export const csvFile = (c: Context<ApiEnv>, name: string, lines: AsyncIterable<string>): Response =>
  fileOf(c, `${name}.csv`, 'text/csv; charset=utf-8', lines)

export const xlsxFile = (c: Context<ApiEnv>, name: string, bytes: ReadableStream<Uint8Array>): Response =>
  bytesOf(c, `${name}.xlsx`, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', bytes)
