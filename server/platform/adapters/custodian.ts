/** Who keeps the fans' keys. Its credentials stay on the server; a browser only ever sees an address. */
import type { Env } from '../../env.ts'

export type WalletOwner = { uid: string; email: string }
export type WalletKey = { address: string; privateKey: string }

export type Custodian = {
  /** Address of the wallet kept for a person; asking again returns the same one. Throws when it cannot be obtained. */
  createWallet: (owner: WalletOwner) => Promise<string>
  /** The key of a person's wallet, or null when it was made elsewhere. Null for a custodian that gives none away. */
  exportKey: ((ownerUid: string) => Promise<WalletKey | null>) | null
}

type Session = { apiKey: string; clientId: string }

/** The specification's calls: a tenant's session, then one wallet for each e-mail address. */
export function createCustodyService(env: Env): Custodian {
  let session: Promise<Session> | null = null

  async function authorize(): Promise<Session> {
    return post<Session>('/tenants/authorize', {
      clientId: env.CUSTODIAN_CLIENT,
      secret: env.CUSTODIAN_SECRET,
    })
  }

  async function post<Body>(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Body> {
    const answer = await fetch(`${env.CUSTODIAN_URL}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok) throw new CustodianError(`${path} answered ${answer.status}`, answer.status)
    return (await answer.json()) as Body
  }

  async function create(email: string): Promise<string> {
    session ??= authorize()
    const { apiKey, clientId } = await session
    const { wallets } = await post<{ wallets: { address: string }[] }>(
      '/wallets/create',
      { email },
      { 'X-Api-Key': apiKey, 'X-Client-Id': clientId },
    )
    const address = wallets[0]?.address
    const { isAddress } = await import('viem')
    if (!address || !isAddress(address)) throw new CustodianError('answered without a wallet', 200)
    return address
  }

  return {
    exportKey: null,
    async createWallet({ email }) {
      try {
        return await create(email)
      } catch (fault) {
        const stale = session
        session = null
        // Keys expire: one retry with a fresh key when the old one came from the cache.
        if (stale && fault instanceof CustodianError && fault.status === 401) return create(email)
        throw fault
      }
    },
  }
}

class CustodianError extends Error {
  override name = 'CustodianError'
  status: number
  constructor(message: string, status: number) {
    super(`wallet custodian: ${message}`)
    this.status = status
  }
}
