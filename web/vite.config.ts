import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { serviceWorker } from './service-worker/plugin.ts'

// `vite web` alone serves the screens with hot reload and leaves every door to a product already running.
const product = 'http://localhost:3000'
const doors = ['/config.json', '/api', '/auth', '/rest', '/storage', '/realtime']

/** What the package's own exports name for browsers is always its development build, with all its warnings. */
const ROUTER = join(import.meta.dirname, '../node_modules/react-router/dist/production/index.mjs')

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: [{ find: /^react-router$/, replacement: ROUTER }] },
  plugins: [react(), tailwindcss(), serviceWorker(), scriptsAfterStyles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      // A screen fetches what it needs in one breath, but not what runs already.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !RUNS_ALREADY.test(file)),
    },
    // What is always needed together travels in one file, where the bundler would make dozens of a kilobyte each.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: travelsWith, debugName: 'travelsWith', includeDependenciesRecursively: false }],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(doors.map((door) => [door, { target: product, ws: true }])) },
})

const RUNS_ALREADY = /\/(index|react|start|rolldown-runtime)-[^/]+$/

const module = (path: string) => join(import.meta.dirname, 'src', path)
const MAIN = module('main.ts')
const START = module('app/start.tsx')
const FAN_LAYOUT = [module('app/layouts/person-cache.tsx'), module('app/layouts/user-layout.tsx')]
const DASHBOARD = module('features/projects/dashboard/dashboard-screen.tsx')
const LOGIN = module('features/sign-in/login-screen.tsx')

/** Half of what runs before any screen: in a file of its own it is read and run by itself (src/main.ts). */
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//

/** Names the file in which a module travels, if it is one of those that are always needed together. */
function travelsWith(id: string, modules: Rolldown.ChunkingContext): string | null {
  const wanted = leadingTo(id, modules)
  // The few lines that fetch everything else.
  if (wanted.has(MAIN)) return null
  if (wanted.has(START)) return REACT.test(id) ? 'react' : 'start'
  // The sign-in screens do without the fans' layout; the little that both need is always loaded.
  const isOutside = [...wanted].some((one) => one.includes('/features/sign-in/'))
  if (FAN_LAYOUT.some((one) => wanted.has(one))) return isOutside ? 'start' : 'fan-layout'
  if (wanted.has(DASHBOARD)) return isOutside ? 'start' : 'dashboard'
  return wanted.has(LOGIN) ? 'sign-in' : null
}

/** Everything that leads to a module by plain imports, itself included. */
function leadingTo(id: string, modules: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([id])
  for (const one of found)
    for (const importer of modules.getModuleInfo(one)?.importers ?? []) found.add(importer)
  return found
}

/** What is seen before any script (server/platform/http/sign-in.ts) needs the styles first, and a slow line carries one thing at a time. */
function scriptsAfterStyles(): Plugin {
  return {
    name: 'scripts-after-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const start = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.name === 'start',
        )
        if (!start) throw new Error('there is no file of what runs before any screen')
        // It is run only after the first paint (src/main.ts), but travels from the beginning.
        return html
          .replace(
            '<link rel="stylesheet"',
            `<link rel="modulepreload" crossorigin href="/${start.fileName}">\n    $&`,
          )
          .replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
      },
    },
  }
}
