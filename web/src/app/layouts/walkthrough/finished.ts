/** Whether a fan has been through the tour on this device. */
const key = (uid: string) => `tune:tour:${uid}`

export function hasFinishedTour(uid: string): boolean {
  return localStorage.getItem(key(uid)) !== null
}

export function noteFinishedTour(uid: string): void {
  localStorage.setItem(key(uid), 'finished')
}
