/** Content identifiers, as `ipfs add --cid-version=1` computes them. */
import { importer } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { balanced } from 'ipfs-unixfs-importer/layout'
import { CID } from 'multiformats/cid'

/** Kubo's defaults for CID version 1: raw leaves of 256 KiB under balanced nodes of 174 links. */
const CHUNK_BYTES = 262_144
const LINKS_PER_NODE = 174

export type Identified = {
  /** Base 32, such as `bafkrei…` for one leaf and `bafybei…` for more. */
  cid: string
  /** The size of the whole graph in bytes, which is what Pinata calls PinSize. */
  size: number
}

export async function identify(content: Uint8Array): Promise<Identified> {
  const options = {
    cidVersion: 1 as const,
    rawLeaves: true,
    chunker: fixedSize({ chunkSize: CHUNK_BYTES }),
    layout: balanced({ maxChildrenPerNode: LINKS_PER_NODE }),
  }
  // Blocks are not kept: the gateway serves whole files, and the identifier needs only their hashes.
  const discard = { put: async (cid: CID) => cid }
  for await (const { cid, size } of importer([{ content }], discard, options)) {
    return { cid: cid.toString(), size: Number(size) }
  }
  throw new Error('The importer gave no root for the content.')
}

/** The base-32 version-1 spelling of any valid CID, or undefined for other texts. */
export function canonicalCid(text: string): string | undefined {
  try {
    return CID.parse(text).toV1().toString()
  } catch {
    return undefined
  }
}
