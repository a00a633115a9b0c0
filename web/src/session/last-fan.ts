/** The fan who last used this browser: their data can be fetched before their profile has loaded. */
const KEY = 'last-fan'

export function rememberFan(uid: string): void {
  localStorage.setItem(KEY, uid)
}

export function wasLastFan(uid: string): boolean {
  return localStorage.getItem(KEY) === uid
}
