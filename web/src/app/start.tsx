import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { Config } from '../lib/config.ts'
import { firstViewOrLate } from '../lib/first-view.ts'
import { startI18n } from '../lib/i18n.ts'
import { fetchClientsEarly } from '../lib/supabase.ts'
import { watchTextSize } from '../lib/text-size.ts'
import { App } from './app.tsx'
import { firstAnswers, firstScreen } from './screen.ts'
import { registerServiceWorker } from './service-worker.ts'
import { StartFailure } from './start-failure.tsx'

/** After this long the application is rendered without the missing data. */
const LATEST_MS = 1000

/**
 * Renders the application once its first screen's code and data have arrived: on a slow phone, rendering it
 * again for each answer would take longer than the answers. `settings` is null when the server cannot be
 * reached.
 */
export async function start(settings: Config | null): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  fetchClientsEarly()
  watchTextSize()
  const texts = startI18n(settings?.productName ?? document.title)
  const answers = firstAnswers(await firstScreen())
  await texts
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, LATEST_MS))])
  const root = createRoot(container)
  // A transition renders in short steps, between which the browser can respond to input.
  startTransition(() => root.render(<StrictMode>{settings ? <App /> : <StartFailure />}</StrictMode>))
  if (import.meta.env.PROD) registerServiceWorker()
  void offerToInstall()
}

/** Adds the manifest, with which the browser also loads the icons (7 kB), after the first view. */
async function offerToInstall(): Promise<void> {
  await firstViewOrLate()
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}
