/** The public settings that the server answers at GET /config.json. */

export type SocialProvider = 'google' | 'facebook'

export type Config = {
  /** Base URL of the APIs: where the page was opened, whichever of the server's addresses that is. */
  url: string
  anonKey: string
  stripePublishableKey: string
  stripeScriptUrl: string
  explorerUrl: string
  /** The chain address that receives the platform's share of every sale. */
  platformWallet: string
  /** Whether fans' keys are kept here, so that they can take theirs along. */
  walletKeys: boolean
  videoEmbedUrl: string
  /** Whether video files can be uploaded to the video host. */
  videoUpload: boolean
  productName: string
  supportEmail: string
  /** The public key for push subscriptions; null where the server sends no push messages. */
  vapidPublicKey: string | null
  /** How many seconds a new token waits for its first play. */
  unlockSeconds: number
  /** Whether administrators must have used their second factor. */
  adminSecondFactor: boolean
  /** The social providers that are enabled. */
  socialProviders: SocialProvider[]
}

let loaded: Config | null = null

/** Loads the settings once, before the first render. Throws when the server cannot be reached. */
export async function loadConfig(): Promise<Config> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  loaded = { ...((await response.json()) as Omit<Config, 'url'>), url: location.origin }
  return loaded
}

/** The settings. Throws if `loadConfig` has not finished, which is a programming error. */
export function config(): Config {
  if (!loaded) throw new Error('config() was called before loadConfig() had finished')
  return loaded
}
