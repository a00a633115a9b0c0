/** Registers /sw.js, and reloads the page for a new version of the application. */

import { matchPath } from 'react-router'
import { paths } from '../lib/paths.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { registerWorker } from '../lib/worker.ts'

/** A page that is never idle gets its worker after this long. */
const LATEST_MS = 10_000
/** How often a page that stays open checks for a new version. */
const ASK_MS = 3_600_000

/**
 * Registers it once the page has loaded and is idle: the worker fetches every file of the application but
 * the back office's, and nothing on the screen waits for it.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const soon = () => void whenIdle(() => void register(), LATEST_MS)
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}

async function register(): Promise<void> {
  try {
    const registration = await registerWorker()
    follow(registration)
    setInterval(() => void registration.update().catch(() => undefined), ASK_MS)
  } catch (fault) {
    // biome-ignore lint/suspicious/noConsole: specification, section 8.
    console.error('Falha ao registrar o service worker:', fault)
  }
}

function follow(registration: ServiceWorkerRegistration): void {
  // It was installed before this page was opened, while another page was not to be disturbed.
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
  // Another page may have activated it meanwhile.
  if (!registration.waiting) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  registration.waiting.postMessage('take-over')
}

/** Whether the page can be reloaded without taking anything away from the person using it. */
const LOOK_MS = 1000
/** Screens on which money may be moving. */
const MONEY = ['/payment/*', '/auction/*', paths.deposit, paths.redeemBalance]

/**
 * False while a third-party frame (player, card fields) is on the page, a dialog is open, or something is being
 * typed.
 */
function isCalm(): boolean {
  if (MONEY.some((path) => matchPath(path, location.pathname))) return false
  if (document.querySelector('iframe, [role="dialog"]')) return false
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea')
  return ![...fields].some((field) => field === document.activeElement || field.value !== field.defaultValue)
}

/** Resolves as soon as a reload would disturb nobody. */
function waitForCalm(): Promise<void> {
  if (isCalm()) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!isCalm()) return
      clearInterval(timer)
      resolve()
    }, LOOK_MS)
  })
}
