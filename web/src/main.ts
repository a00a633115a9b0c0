import './styles/tokens.css'
import { askFirst } from './app/first-asks.ts'
import { firstPaint } from './app/first-paint.ts'
import { loadConfig } from './lib/config.ts'

const FACES = ['700 1em "Bricolage Grotesque"', '400 1em "Onest"', '500 1em "JetBrains Mono"']

/** The application is asked for only when what the server drew can be seen: on a cheap phone that alone takes a moment. */
async function main(): Promise<void> {
  await firstPaint()
  const settings = loadConfig(document.getElementById('settings')?.textContent).catch(() => null)
  void settings.then((known) => known && askFirst())
  await breath()
  // All travel at once. The first of them is there to be run by itself: a slow phone can answer in between.
  import('react-dom/client').catch(() => undefined)
  // A browser asks for a face only when a text in it is laid out, and then lays it out once more.
  for (const face of FACES) document.fonts.load(face).catch(() => undefined)
  const { start } = await import('./app/start.tsx')
  await breath()
  await start(await settings)
}

/** Between two steps, so that a slow phone can answer. */
function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

void main()
