import { firstViewOrLate } from '../lib/first-view.ts'

/** Adds what the browser needs to install the application: the manifest and icons, loaded late. */
export async function offerToInstall(): Promise<void> {
  await firstViewOrLate()
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}
