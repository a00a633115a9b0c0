/** What an access token says. The server judges by the same words; here they only choose the screen. */
export type Claims = { aal?: unknown; session_id?: unknown }

/** Nothing for what is no token. */
export function claimsOf(token: string): Claims {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(payload)) as Claims
  } catch {
    return {}
  }
}
