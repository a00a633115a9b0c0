/** The public settings that the server writes into its pages, and hands every browser at GET /config.json. */

export type SocialProvider = 'google' | 'facebook'

export type Config = {
  /** Where the auth, rest, storage and realtime doors are. */
  url: string
  anonKey: string
  stripePublishableKey: string
  stripeScriptUrl: string
  explorerUrl: string
  /** What the platform's share of every sale is paid to on the chain. */
  platformWallet: string
  videoEmbedUrl: string
  /** Whether files can be sent to the video host. */
  videoUpload: boolean
  productName: string
  supportEmail: string
  /** The key to subscribe to push messages with; null where the server sends none. */
  vapidPublicKey: string | null
  /** How many seconds a new token waits for its first play. */
  unlockSeconds: number
  /** Whether administrators must have used their second factor. */
  adminSecondFactor: boolean
  /** Whose accounts sign in here, of those that have a button. */
  socialProviders: SocialProvider[]
}

let loaded: Config | null = null

/**
 * Reads the settings once, before anything is drawn. `written` is what the server has put into the page; where nothing
 * is (the page was kept by this device), it is asked. Throws when it cannot be reached.
 */
export async function loadConfig(written?: string | null): Promise<Config> {
  loaded = written ? (JSON.parse(written) as Config) : await askForConfig()
  return loaded
}

async function askForConfig(): Promise<Config> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  return response.json()
}

/** The settings. Asking before `loadConfig` has ended is a programming error, so it throws. */
export function config(): Config {
  if (!loaded) throw new Error('config() was called before loadConfig() had finished')
  return loaded
}
