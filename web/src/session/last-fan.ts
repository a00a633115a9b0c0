/** The fan who last used this browser: their data can be fetched before their profile has loaded. */
import { inBrowser } from '../lib/browser-storage.ts'

const KEY = 'last-fan'

export function rememberFan(uid: string): void {
  inBrowser.write(KEY, uid)
}

export function wasLastFan(uid: string): boolean {
  return inBrowser.read(KEY) === uid
}
