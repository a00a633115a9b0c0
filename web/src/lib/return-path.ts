/**
 * Where somebody wanted to go before they had to sign in. It outlives the mail that confirms an account, which opens
 * another tab, and is forgotten after an hour: whoever comes back tomorrow comes for something else.
 */
const MEMORY = 'tune-return'
const HOUR_MS = 3_600_000

/** Only a project's page: an address from elsewhere must not become a way through our door. */
const ALLOWED = /^\/p\/[0-9a-f-]{36}$/

export function rememberReturn(path: string, now: number): void {
  localStorage.setItem(MEMORY, JSON.stringify({ path, at: now }))
}

/** The remembered path; null when there is none, it is older than an hour, or not one of ours. */
export function returnPath(now: number): string | null {
  try {
    const { path, at } = JSON.parse(localStorage.getItem(MEMORY) ?? 'null') ?? {}
    const isFresh = typeof at === 'number' && now - at >= 0 && now - at < HOUR_MS
    return isFresh && typeof path === 'string' && ALLOWED.test(path) ? path : null
  } catch {
    return null
  }
}

export function forgetReturn(): void {
  localStorage.removeItem(MEMORY)
}
