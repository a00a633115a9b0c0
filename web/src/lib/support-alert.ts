/** POST /alert: tells support that one of this fan's screens is broken. */
import { ApiError, api } from './api.ts'

/** The API's limits: longer texts are cut here rather than refused there. */
const SCREEN_MAX = 100
const MESSAGE_MAX = 500

/** Resolves once support has been told that `screen` (its path) failed with `error`. Throws ApiError. */
export async function alertSupport(screen: string, error: Error): Promise<void> {
  const cause =
    error instanceof ApiError ? `${error.status} ${error.code ?? ''} ${error.message}` : String(error)
  await api('POST /alert', {
    body: { screen: screen.slice(0, SCREEN_MAX), message: cause.trim().slice(0, MESSAGE_MAX) },
  })
}
