/** Where a call of the contract goes: what requests it early and what requests it later write it in the same way. */
import type { CallName } from '#server/product/calls.ts'

export type CallArguments = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | null | undefined>
}

/** The path of a call; null and undefined parameters are left out. */
export function addressOf(name: CallName, { params = {}, query = {} }: CallArguments): string {
  const path = name.slice(name.indexOf(' ') + 1)
  const filled = path.replace(/\{(\w+)\}/g, (_all, param: string) => encodeURIComponent(params[param] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return `/api/v1${filled}${search && `?${search}`}`
}
