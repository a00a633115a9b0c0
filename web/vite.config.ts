import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { serviceWorker } from './service-worker/plugin.ts'

// `vite web` alone serves the screens with hot reload and leaves every door to a product already running.
const product = 'http://localhost:3000'
const doors = ['/config.json', '/api', '/auth', '/rest', '/storage', '/realtime']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), serviceWorker(), scriptsAfterStyles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // What is always needed together travels in one file, where the bundler would make dozens of a kilobyte each.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            {
              name: neededByTheHouse,
              debugName: 'house',
              priority: 1,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(doors.map((door) => [door, { target: product, ws: true }])) },
})

/** Names the file of what every screen of a signed-in fan stands on; null for the rest. */
function neededByTheHouse(id: string, modules: Rolldown.ChunkingContext): string | null {
  const house = join(import.meta.dirname, 'src/app/layouts/user-layout.tsx')
  const importers = new Set([id])
  for (const one of importers)
    for (const importer of modules.getModuleInfo(one)?.importers ?? []) importers.add(importer)
  // What the screens before the door need as well travels with them: they do without the house.
  const isOutside = [...importers].some((one) => one.includes('/features/auth/'))
  return importers.has(house) && !isOutside ? 'house' : null
}

/** What is seen before any script (server/pages/sign-in.ts) needs the styles first, and a slow line carries one thing at a time. */
function scriptsAfterStyles(): Plugin {
  return {
    name: 'scripts-after-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
    },
  }
}
