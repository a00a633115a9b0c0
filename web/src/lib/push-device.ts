/** Whose notifications this device shows. Kept apart from push.ts because signing out needs only this. */
import { inBrowser } from './browser-storage.ts'

const OWNER = 'push-owner'

export function ownerOfPush(): string | null {
  return inBrowser.read(OWNER)
}

export function rememberPush(fan: string): void {
  inBrowser.write(OWNER, fan)
}

/** Unsubscribes this device. The server learns of it from the push service at the next message. Never throws. */
export async function forgetPush(): Promise<void> {
  try {
    inBrowser.remove(OWNER)
    const registration = await navigator.serviceWorker?.getRegistration()
    await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  } catch {
    // A browser that cannot be asked has no subscription either.
  }
}
