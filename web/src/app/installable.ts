import { firstViewOrLate } from '../lib/first-view.ts'

/** Tells the browser what it needs to install the application: names, and pictures that nobody waits for. */
export async function offerToInstall(): Promise<void> {
  await firstViewOrLate()
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}
