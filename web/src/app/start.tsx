import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { Config } from '../lib/config.ts'
import { startI18n } from '../lib/i18n.ts'
import { fetchClientsEarly } from '../lib/supabase.ts'
import { App } from './app.tsx'
import { firstScreen } from './screen.ts'
import { registerServiceWorker } from './service-worker.ts'
import { StartFailure } from './start-failure.tsx'

/** Draws the application as soon as the code and texts of its first screen are here. `settings` are null when the server is not. */
export async function start(settings: Config | null): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  fetchClientsEarly()
  await Promise.all([startI18n(settings?.productName ?? document.title), firstScreen()])
  const root = createRoot(container)
  // As a transition it is drawn in short steps, between which the browser answers.
  startTransition(() => root.render(<StrictMode>{settings ? <App /> : <StartFailure />}</StrictMode>))
  if (import.meta.env.PROD) registerServiceWorker()
}
