import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/tokens.css'
import { App } from './app/app.tsx'
import { firstScreen } from './app/screen.ts'
import { registerServiceWorker } from './app/service-worker.ts'
import { StartFailure } from './app/start-failure.tsx'
import { loadConfig } from './lib/config.ts'
import { startI18n } from './lib/i18n.ts'
import { fetchClientsEarly } from './lib/supabase.ts'

async function start(): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  fetchClientsEarly()
  const config = await loadConfig().catch(() => null)
  await Promise.all([startI18n(config?.productName ?? document.title), firstScreen()])
  createRoot(container).render(<StrictMode>{config ? <App /> : <StartFailure />}</StrictMode>)
  if (import.meta.env.PROD) registerServiceWorker()
}

// Not awaited here: the screens import this file's bundle, and would wait for it while it waits for them.
void start()
