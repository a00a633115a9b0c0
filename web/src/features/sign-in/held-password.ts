/**
 * The password that was just chosen in this tab, in its memory alone: once the address is confirmed in another browser, the
 * screen that waits for it signs in by itself. Given out once.
 */
let held: { email: string; password: string } | null = null

export function holdPassword(email: string, password: string): void {
  held = { email, password }
}

/** The password that was held for `email`; null when there is none. */
export function takePassword(email: string): string | null {
  const password = held?.email === email ? held.password : null
  held = null
  return password
}
