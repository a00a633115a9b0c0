/** The file store's pinning service, with Pinata's API. Its token stays on the server. */
import type { Env } from '../../env.ts'

export type Pinning = {
  /** Pins `content` as JSON under `name`, and resolves with its content identifier. Throws a PinningError. */
  pinJson: (name: string, content: object) => Promise<string>
}

const TIMEOUT_MS = 20_000

export function createPinning(env: Pick<Env, 'PINNING_URL' | 'PINNING_TOKEN'>): Pinning {
  return {
    async pinJson(name, content) {
      const answer = await fetch(`${env.PINNING_URL}/pinning/pinJSONToIPFS`, {
        method: 'POST',
        headers: { authorization: `Bearer ${env.PINNING_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ pinataContent: content, pinataMetadata: { name } }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((cause: unknown) => {
        throw new PinningError('did not answer', { cause })
      })
      if (!answer.ok) throw new PinningError(`answered ${answer.status}`)
      const body = (await answer.json().catch(() => null)) as { IpfsHash?: unknown } | null
      if (typeof body?.IpfsHash !== 'string' || !CID.test(body.IpfsHash)) {
        throw new PinningError('answered without a content identifier')
      }
      return body.IpfsHash
    },
  }
}

/** Version 0 in base 58, version 1 in base 32. */
const CID = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{50,})$/

export class PinningError extends Error {
  override name = 'PinningError'
  constructor(message: string, options?: ErrorOptions) {
    super(`pinning service: ${message}`, options)
  }
}
