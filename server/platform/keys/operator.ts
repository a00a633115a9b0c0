/** Whoever signs for the platform on the chain. A hardware module is one more of these. */
import type { Hex, Signature } from 'viem'

export type Operator = {
  address: Hex
  /** Signs 32 bytes; `s` is in the lower half, as the chain wants it (EIP-2). Throws when the service does not. */
  sign: (digest: Hex) => Promise<Signature>
}

/** A key in our memory. */
export async function operatorOf(privateKey: Hex): Promise<Operator> {
  const { privateKeyToAddress, sign } = await import('viem/accounts')
  return {
    address: privateKeyToAddress(privateKey),
    sign: (hash) => sign({ hash, privateKey, to: 'object' }),
  }
}
