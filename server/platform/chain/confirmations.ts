/** How many blocks must stand on a receipt's before it counts, where the operator has not said. */

/**
 * By chain id. Each is at least what large exchanges and bridges wait for on that network: enough that a receipt which is
 * replaced afterwards would be news.
 */
const SAFE: Readonly<Record<number, number>> = {
  // Ethereum and its test networks: an epoch.
  1: 32,
  11155111: 32,
  // Polygon and its test network, whose blocks are final after some fifteen.
  137: 32,
  80002: 32,
  // Networks with one sequencer: its reorganisations are of a block or two.
  10: 10,
  8453: 10,
  84532: 10,
  42161: 20,
  // On a developer's machine nothing is replaced unless somebody asks for it.
  31337: 0,
  1337: 0,
}
const ELSEWHERE = 32

export function safeConfirmations(chainId: number): number {
  return SAFE[chainId] ?? ELSEWHERE
}
