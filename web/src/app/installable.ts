import { firstView } from '../lib/first-view.ts'

/** Where no screen says when its first view stands. */
const LATEST_MS = 4000

/** Tells the browser what it needs to install the application: names, and pictures that nobody waits for. */
export async function offerToInstall(): Promise<void> {
  await Promise.race([firstView, new Promise((resolve) => setTimeout(resolve, LATEST_MS))])
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}
