/**
 * Caches the application's own files and nothing else, so that it opens offline. Money, auctions and everything
 * else behind the API is never cached: a screen shows current data or none. Also shows push notifications. The
 * build prepends the two constants below (web/service-worker/plugin.ts).
 */
declare const VERSION: string
declare const FILES: string[]

/** `self` is typed for every kind of worker; this one is a service worker. */
const worker = self as unknown as ServiceWorkerGlobalScope

const PREFIX = 'tune-'
const CACHE = PREFIX + VERSION
/**
 * The application's page, served for every address. Not `/` itself, which the server answers with the sign-in
 * form in it.
 */
const SHELL = '/index.html'
/** Paths that are not the application's: when offline, the cached page must not stand in for them. */
const FOREIGN = /^\/(api|auth|rest|storage|realtime|webhooks|player|video|legal|docs|metrics|health)\b/

worker.addEventListener('install', (event) => event.waitUntil(keepFiles()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  // A hashed file never changes; the others must come fresh from the server.
  const asNew = (file: string) =>
    new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' })
  await cache.addAll(FILES.map(asNew))
}

/**
 * Keeps the previous version's cache too: a page still running it may open a screen whose code it has not
 * loaded yet.
 */
async function takeOver(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  for (const name of ours.slice(0, -1)) await caches.delete(name)
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

/** The page says when it can be reloaded. */
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(worker.skipWaiting())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    // Awaited whichever answer is used: the preloaded request has already been sent, and a one-time address
    // must not be requested twice.
    const answer = askServer(event)
    event.respondWith(FOREIGN.test(pathname) ? answer : answer.catch(showKept))
  } else if (FILES.includes(pathname) || pathname.startsWith('/assets/')) {
    event.respondWith(readFile(request))
  }
})

/** The server's own response, requested once. */
async function askServer(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(event.request)
}

/** Offline, the cached page itself says what is missing. */
async function showKept(fault: unknown): Promise<Response> {
  const kept = await caches.match(SHELL)
  if (kept) return kept
  throw fault
}

async function readFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request)
}

type News = { title: string; body: string; path: string; language: string; tag: string }

worker.addEventListener('push', (event) => {
  const news = event.data?.json() as News | undefined
  if (!news) return
  event.waitUntil(
    worker.registration.showNotification(news.title, {
      body: news.body,
      lang: news.language,
      // A repeated notification replaces the first one silently.
      tag: news.tag,
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: { path: news.path },
    }),
  )
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showPage(new URL(event.notification.data?.path ?? SHELL, location.origin)))
})

/** Focuses a page that is already at the address; otherwise opens a new one rather than navigating another. */
async function showPage(wanted: URL): Promise<void> {
  const address = wanted.origin === location.origin ? wanted : new URL(SHELL, location.origin)
  const pages = await worker.clients.matchAll({ type: 'window' })
  const there = pages.find(({ url }) => new URL(url).pathname === address.pathname)
  if (there) await there.focus()
  else await worker.clients.openWindow(address)
}
