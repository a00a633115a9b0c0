import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serviceWorker } from './service-worker/plugin.ts'

// `vite web` alone serves the screens with hot reload and leaves every door to a product already running.
const product = 'http://localhost:3000'
const doors = ['/config.json', '/api', '/auth', '/rest', '/storage', '/realtime']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), serviceWorker()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  server: { proxy: Object.fromEntries(doors.map((door) => [door, { target: product, ws: true }])) },
})
