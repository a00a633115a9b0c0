/**
 * What stays when the line is cut: the application's own files, and nothing that it shows. Money, auctions and everything
 * else behind a door is never kept, so what the screen says is either true or not said. Also brings news to a device
 * on which nobody looks. The build writes the two names below (web/service-worker/plugin.ts).
 */
declare const VERSION: string
declare const FILES: string[]

/** Every kind of worker has the same name for itself; this is the kind. */
const worker = self as unknown as ServiceWorkerGlobalScope

const PREFIX = 'tune-'
const CACHE = PREFIX + VERSION
/** The application's page, whatever address was asked for: bare, for `/` itself shows the way in. */
const SHELL = '/index.html'
/** Pages that other hands write: without a line the kept page does not stand in for them. */
const FOREIGN = /^\/(api|auth|rest|storage|realtime|webhooks|legal|docs|metrics|health)\b/

worker.addEventListener('install', (event) => event.waitUntil(keepFiles()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  // A name with a hash never changes what it means; of the others the newest is wanted.
  const asNew = (file: string) =>
    new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' })
  await cache.addAll(FILES.map(asNew))
}

/** The version before stays too: a page that still runs it may yet open a screen whose code it has not loaded. */
async function takeOver(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  for (const name of ours.slice(0, -1)) await caches.delete(name)
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

/** A page says when it can bear being replaced. */
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(worker.skipWaiting())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    // Answered in any case: the preloaded request has been sent, and what opens by one-use address must be asked for once.
    const answer = askServer(event)
    event.respondWith(FOREIGN.test(pathname) ? answer : answer.catch(showKept))
  } else if (FILES.includes(pathname) || pathname.startsWith('/assets/')) {
    event.respondWith(readFile(request))
  }
})

/** The server's own answer, asked for once. */
async function askServer(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(event.request)
}

/** The kept page says what is not there without a line. */
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
      // The same news again takes the place of the first, without a sound.
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

/** A page that stands there already comes to the front; no other page is led away from what it is doing. */
async function showPage(wanted: URL): Promise<void> {
  const address = wanted.origin === location.origin ? wanted : new URL(SHELL, location.origin)
  const pages = await worker.clients.matchAll({ type: 'window' })
  const there = pages.find(({ url }) => new URL(url).pathname === address.pathname)
  if (there) await there.focus()
  else await worker.clients.openWindow(address)
}
