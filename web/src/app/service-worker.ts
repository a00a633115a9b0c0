/** Registers /sw.js, and lets a new version of the application take the place of the one that runs. */
import { whenIdle } from '../lib/when-idle.ts'
import { waitForCalm } from './calm.ts'

/** A page that is never idle gets its worker all the same. */
const LATEST_MS = 10_000
/** How often a page that stays open asks whether there is a new version. */
const ASK_MS = 3_600_000

/** Comes when the page has loaded and rests: the worker fetches every file there is, and nothing on the screen waits for it. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const soon = () => void whenIdle(() => void register(), LATEST_MS)
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    follow(registration)
    setInterval(() => void registration.update().catch(() => undefined), ASK_MS)
  } catch (fault) {
    // biome-ignore lint/suspicious/noConsole: specification, section 8.
    console.error('Falha ao registrar o service worker:', fault)
  }
}

function follow(registration: ServiceWorkerRegistration): void {
  // It was ready before this page was opened, and another page was not to be disturbed.
  if (registration.waiting && navigator.serviceWorker.controller) void renew(registration)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state !== 'installed' || !navigator.serviceWorker.controller) return
      void renew(registration)
    })
  })
}

async function renew(registration: ServiceWorkerRegistration): Promise<void> {
  // biome-ignore lint/suspicious/noConsole: specification, section 9.
  console.info('Nova versão disponível. A página será recarregada.')
  await waitForCalm()
  // Another page of ours may have let it in meanwhile.
  if (!registration.waiting) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  registration.waiting.postMessage('take-over')
}
