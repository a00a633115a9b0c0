import './styles/tokens.css'
import { firstPaint } from './app/first-paint.ts'
import { loadConfig } from './lib/config.ts'

/** The application is asked for only when what the server drew can be seen: on a cheap phone that alone takes a moment. */
async function main(): Promise<void> {
  await firstPaint()
  // All travel at once. The first of them is there to be run by itself: a slow phone can answer in between.
  import('react-dom/client').catch(() => undefined)
  const settings = loadConfig().catch(() => null)
  const { start } = await import('./app/start.tsx')
  await start(await settings)
}

void main()
