/** Calls to a provider that wants to see who calls: a client certificate (mutual TLS, RFC 8446 section 4.4.2). */
import { readFileSync } from 'node:fs'

/** Paths of PEM files. */
export type ClientCertificate = {
  cert: string
  key: string
  /** Who has to have issued the provider's own certificate; by default any authority that Node trusts. */
  ca?: string | undefined
}

/** The part of `fetch` that adapters use. */
export type Send = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: string
    signal: AbortSignal
    redirect: 'manual'
  },
) => Promise<{
  status: number
  headers: { get: (name: string) => string | null }
  json: () => Promise<unknown>
}>

/** `fetch` that shows the certificate. Throws at once when a file cannot be read. */
export function sendWithCertificate({ cert, key, ca }: ClientCertificate): Send {
  const connect = {
    cert: readFileSync(cert),
    key: readFileSync(key),
    ...(ca !== undefined && { ca: readFileSync(ca) }),
  }
  // Loaded with the first call: most processes never make one.
  const load = async () => {
    const { Agent, fetch } = await import('undici')
    // The tax office ends connections that speak HTTP/2 (HTTP_1_1_REQUIRED), and nobody needs it.
    return { fetch, dispatcher: new Agent({ connect, allowH2: false }) }
  }
  let loaded: ReturnType<typeof load> | null = null
  return async (url, init) => {
    loaded ??= load()
    const { fetch, dispatcher } = await loaded
    return fetch(url, { ...init, dispatcher })
  }
}
