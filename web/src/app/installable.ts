import { firstViewOrLate } from '../lib/first-view.ts'

/** Adds the manifest, with which the browser also loads the icons (7 kB), after the first view. */
export async function offerToInstall(): Promise<void> {
  await firstViewOrLate()
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}
