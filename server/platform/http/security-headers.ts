/** What a browser may load besides our own files: the card processor, the video host, and nothing else. */
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { PORTRAIT_HOSTS } from '#domain/portrait.ts'
import type { Env } from '../../env.ts'
import { videoPages } from '../adapters/video.ts'

export function securityHeaders(env: Env): MiddlewareHandler {
  const cards = new URL(env.STRIPE_SCRIPT_URL).origin
  const cardsApi = new URL(env.STRIPE_API_URL).origin
  const video = new URL(videoPages(env)).origin
  const uploads = env.VIDEO_API_KEY && env.VIDEO_LIBRARY_ID ? [new URL(env.VIDEO_API_URL).origin] : []
  const self = new URL(env.PUBLIC_URL)
  const socket = `${self.protocol === 'https:' ? 'wss' : 'ws'}://${self.host}`
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      scriptSrc: ["'self'", cards, ...subdomainsOf(cards)],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...portraits(env)],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", socket, cards, cardsApi, ...uploads],
      frameSrc: [...env.STRIPE_FRAME_ORIGINS, video],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // The card frames are on another origin, and so is the player of some hosts.
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: false,
    strictTransportSecurity: false,
    xContentTypeOptions: false,
    // Google Pay opens a window, and listens to it.
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    permissionsPolicy: {
      camera: [],
      microphone: [],
      geolocation: [],
      payment: ['self', ...env.STRIPE_FRAME_ORIGINS],
    },
  })
}

/** The processor's script loads parts of itself from there (docs.stripe.com/security/guide). */
function subdomainsOf(origin: string): string[] {
  return origin.startsWith('https://') ? [origin.replace('https://', 'https://*.')] : []
}

/** Where portraits come from when people sign in with another account of theirs. */
function portraits(env: Env): string[] {
  const origins: string[] = []
  const add = (issuer: string, hosts: string[]) =>
    origins.push(new URL(issuer).origin, ...hosts.map((host) => `https://${host}`))
  if (env.AUTH_GOOGLE_CLIENT_ID) add(env.AUTH_GOOGLE_ISSUER, PORTRAIT_HOSTS.google)
  if (env.AUTH_FACEBOOK_CLIENT_ID) add(env.AUTH_FACEBOOK_ISSUER, PORTRAIT_HOSTS.facebook)
  return [...new Set(origins)]
}
