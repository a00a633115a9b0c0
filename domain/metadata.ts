/**
 * What a project publishes about itself in a decentralised file store: the contract's metadata and the token's.
 * Public and permanent, so they name no person but the artist.
 */
import { PLATFORM_SHARE_BASIS_POINTS } from './proceeds.ts'

/** `image` is the cover's public address. */
type Work = { projectName: string; description: string; image: string }

export type TokenMetadata = { name: string; description: string; image: string }
export type ContractMetadata = TokenMetadata & {
  symbol: string
  seller_fee_basis_points: typeof PLATFORM_SHARE_BASIS_POINTS
  fee_recipient: string
}

export function tokenMetadata({ projectName, description, image }: Work): TokenMetadata {
  return { name: projectName, description, image }
}

/** The platform's wallet gets 1000 basis points of every resale (specification, section 9). */
export function contractMetadata(work: Work & { symbol: string }, platformWallet: string): ContractMetadata {
  return {
    ...tokenMetadata(work),
    symbol: work.symbol,
    seller_fee_basis_points: PLATFORM_SHARE_BASIS_POINTS,
    fee_recipient: platformWallet,
  }
}

const SUFFIXES = 10_000

/** `TUNE-contract-4711.json`; `random` (0 to 1) chooses the suffix from 0 to 9999 (specification, section 9). */
export function metadataFileName(symbol: string, part: 'contract' | 'token', random: number): string {
  return `${symbol}-${part}-${Math.floor(random * SUFFIXES)}.json`
}
