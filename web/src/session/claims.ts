/** The claims of an access token. The server enforces them; here they only choose the screen. */
export type Claims = { aal?: unknown; session_id?: unknown; amr?: unknown }

/** Empty when the token cannot be read. */
export function claimsOf(token: string): Claims {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(payload)) as Claims
  } catch {
    return {}
  }
}
