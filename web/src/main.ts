import './styles/tokens.css'
import { sendEarlyRequests } from './app/early-requests.ts'
import { loadConfig } from './lib/config.ts'

/** Starts the application in steps, so that a slow phone can respond in between. */
async function main(): Promise<void> {
  const settings = loadConfig().catch(() => null)
  void settings.then((known) => known && sendEarlyRequests())
  await nextTask()
  // All chunks are requested at once; React's is evaluated first, in a task of its own.
  import('react-dom/client').catch(() => undefined)
  const { start } = await import('./app/start.tsx')
  await nextTask()
  await start(await settings)
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

void main()
