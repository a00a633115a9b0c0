/** Who was let in by this browser last: what they will look at can be asked for before their profile has come. */
const KEY = 'last-fan'

export function noteFan(uid: string): void {
  localStorage.setItem(KEY, uid)
}

export function wasLastFan(uid: string): boolean {
  return localStorage.getItem(KEY) === uid
}
