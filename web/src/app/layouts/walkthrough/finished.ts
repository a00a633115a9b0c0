/** Whether a fan has finished the tour on this device. */
const key = (uid: string) => `tune:tour:${uid}`

export function hasFinishedTour(uid: string): boolean {
  return localStorage.getItem(key(uid)) !== null
}

export function rememberFinishedTour(uid: string): void {
  localStorage.setItem(key(uid), 'finished')
}
