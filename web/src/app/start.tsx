import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { Config } from '../lib/config.ts'
import { startI18n } from '../lib/i18n.ts'
import { fetchClientsEarly } from '../lib/supabase.ts'
import { App } from './app.tsx'
import { offerToInstall } from './installable.ts'
import { firstAnswers, firstScreen } from './screen.ts'
import { registerServiceWorker } from './service-worker.ts'
import { StartFailure } from './start-failure.tsx'

/** After this long a loader is shown. */
const LATEST_MS = 1000

/**
 * Draws the application once what its first screen shows is here: to draw it anew with each answer would keep a slow
 * phone busy for longer than the answers take. `settings` are null when the server is not there.
 */
export async function start(settings: Config | null): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  fetchClientsEarly()
  const texts = startI18n(settings?.productName ?? document.title)
  const answers = firstAnswers(await firstScreen())
  await texts
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, LATEST_MS))])
  const root = createRoot(container)
  // As a transition it is drawn in short steps, between which the browser answers.
  startTransition(() => root.render(<StrictMode>{settings ? <App /> : <StartFailure />}</StrictMode>))
  if (import.meta.env.PROD) registerServiceWorker()
  void offerToInstall()
}
