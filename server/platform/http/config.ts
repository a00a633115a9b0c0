/** The settings a browser may know, served at GET /config.json. */
import type { Handler } from 'hono'
import type { Env } from '../../env.ts'
import { videoPages } from '../adapters/video.ts'

export function publicSettings(env: Env, anonKey: string): object {
  return {
    // Asked for by the pages of version 0.1 alone.
    url: env.PUBLIC_URL,
    anonKey,
    stripePublishableKey: env.STRIPE_PUBLISHABLE_KEY,
    stripeScriptUrl: env.STRIPE_SCRIPT_URL,
    explorerUrl: env.EXPLORER_URL,
    platformWallet: env.PLATFORM_WALLET,
    walletKeys: env.CUSTODIAN === 'built-in',
    videoEmbedUrl: videoPages(env),
    videoUpload: env.VIDEO_PROVIDER !== 's3' && Boolean(env.VIDEO_API_KEY && env.VIDEO_LIBRARY_ID),
    productName: env.PRODUCT_NAME,
    supportEmail: env.SUPPORT_EMAIL,
    vapidPublicKey: env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY ? env.VAPID_PUBLIC_KEY : null,
    adminSecondFactor: env.ADMIN_SECOND_FACTOR === 'required',
    unlockSeconds: env.ACCESS_UNLOCK_SECONDS,
    socialProviders: socialProviders(env),
  }
}

export function publicConfig(settings: object): Handler {
  return (c) => c.json(settings, 200, { 'cache-control': 'no-cache' })
}

/** The connected identity providers, in the order of their buttons. */
export function socialProviders(env: Env): string[] {
  return [
    ...(env.AUTH_GOOGLE_CLIENT_ID && env.AUTH_GOOGLE_CLIENT_SECRET ? ['google'] : []),
    ...(env.AUTH_FACEBOOK_CLIENT_ID && env.AUTH_FACEBOOK_CLIENT_SECRET ? ['facebook'] : []),
  ]
}
