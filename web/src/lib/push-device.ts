/** Whose notifications this device shows. Kept apart from push.ts because signing out needs only this. */
const OWNER = 'push-owner'

export function ownerOfPush(): string | null {
  return localStorage.getItem(OWNER)
}

export function rememberPush(fan: string): void {
  localStorage.setItem(OWNER, fan)
}

/** Unsubscribes this device. The server learns of it from the push service at the next message. Never throws. */
export async function forgetPush(): Promise<void> {
  try {
    localStorage.removeItem(OWNER)
    const registration = await navigator.serviceWorker?.getRegistration()
    await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  } catch {
    // A browser that cannot be asked has no subscription either.
  }
}
