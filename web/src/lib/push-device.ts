/** Whose news this device brings; apart from the rest, because signing out needs no more than this. */
const OWNER = 'push-owner'

export function ownerOfPush(): string | null {
  return localStorage.getItem(OWNER)
}

export function rememberPush(fan: string): void {
  localStorage.setItem(OWNER, fan)
}

/** Brings no more news here. The push service tells the server so at the next one. Never throws. */
export async function forgetPush(): Promise<void> {
  try {
    localStorage.removeItem(OWNER)
    const registration = await navigator.serviceWorker?.getRegistration()
    await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  } catch {
    // A browser that cannot be asked brings nothing either.
  }
}
