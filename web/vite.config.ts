import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { serviceWorker } from './service-worker/plugin.ts'

// `vite web` serves the screens with hot reload, and proxies every API to a server that is already running.
const product = 'http://localhost:3000'
const doors = ['/config.json', '/api', '/auth', '/rest', '/storage', '/realtime']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), serviceWorker()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      // A screen's chunks are preloaded together, except those that are already running.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !ALREADY_RUNNING.test(file)),
    },
    // Modules that are always needed together are one chunk, instead of dozens of a kilobyte each.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: chunkOf, debugName: 'chunkOf', includeDependenciesRecursively: false }],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(doors.map((door) => [door, { target: product, ws: true }])) },
})

const ALREADY_RUNNING = /\/(index|react|start|rolldown-runtime)-[^/]+$/

const module = (path: string) => join(import.meta.dirname, 'src', path)
const MAIN = module('main.ts')
const START = module('app/start.tsx')
const FAN_LAYOUT = [module('app/layouts/person-cache.tsx'), module('app/layouts/user-layout.tsx')]
const DASHBOARD = module('features/projects/dashboard/dashboard-screen.tsx')
const LOGIN = module('features/sign-in/login-screen.tsx')

/** Half of the code that runs before any screen, as a chunk of its own so that it is evaluated separately (src/main.ts). */
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//

/** Sentences with elements inside them, which no first view has: react-i18next's index leads to them all the same. */
const TRANS = /\/node_modules\/(react-i18next\/dist\/es\/Trans|html-parse-stringify\/)/

/** The chunk of a module that is always needed together with others; null leaves it to the bundler. */
function chunkOf(id: string, modules: Rolldown.ChunkingContext): string | null {
  if (TRANS.test(id)) return 'trans'
  const wanted = importersOf(id, modules)
  // The entry, a few lines that load everything else.
  if (wanted.has(MAIN)) return null
  if (wanted.has(START)) return REACT.test(id) ? 'react' : 'start'
  // The sign-in screens do not load the fans' layout; the little that both need is always loaded.
  const isOutside = [...wanted].some((one) => one.includes('/features/sign-in/'))
  if (FAN_LAYOUT.some((one) => wanted.has(one))) return isOutside ? 'start' : 'fan-layout'
  if (wanted.has(DASHBOARD)) return isOutside ? 'start' : 'dashboard'
  return wanted.has(LOGIN) ? 'sign-in' : null
}

/** Every module that leads to this one by static imports, itself included. */
function importersOf(id: string, modules: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([id])
  for (const one of found)
    for (const importer of modules.getModuleInfo(one)?.importers ?? []) found.add(importer)
  return found
}
