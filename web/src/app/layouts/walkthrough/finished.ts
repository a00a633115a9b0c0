/** Whether a fan has finished the tour on this device. */
import { inBrowser } from '../../../lib/browser-storage.ts'

const key = (uid: string) => `tune:tour:${uid}`

export function hasFinishedTour(uid: string): boolean {
  return inBrowser.read(key(uid)) !== null
}

export function rememberFinishedTour(uid: string): void {
  inBrowser.write(key(uid), 'finished')
}
