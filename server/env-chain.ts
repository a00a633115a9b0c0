/** Settings of the chain: its nodes, and the key that signs. */
import * as v from 'valibot'
import { form, listOf, region, url } from './env-values.ts'

export const chainSettings = {
  /** Nodes, separated by commas: the first that answers is used, and a receipt counts when more than half have it. */
  CHAIN_RPC_URL: v.pipe(listOf(url), v.minLength(1)),
  /** Where one of them announces new blocks, by websocket (`newHeads`). */
  CHAIN_HEADS_URL: v.optional(form(/^wss?:\/\/[^\s]+$/, 'is not wss://host')),
  /** Milliseconds between two looks at the chain while something is in flight, where no blocks are announced. */
  CHAIN_POLL_MS: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(10)), '2000'),
  /** The key that signs on the chain: in clear, only where nothing real is at stake; sealed; or in AWS KMS, by id or ARN. */
  CHAIN_OPERATOR_KEY: v.optional(form(/^0x[0-9a-fA-F]{64}$/, 'is not 0x and 64 hexadecimal digits')),
  /** Whether that may be in clear on a public site (https:): only where nothing real is at stake. */
  CHAIN_OPERATOR_CLEAR: v.optional(v.picklist(['refused', 'allowed']), 'refused'),
  CHAIN_OPERATOR_FILE: v.optional(v.string()),
  CHAIN_OPERATOR_PASSPHRASE: v.optional(v.string()),
  CHAIN_OPERATOR_PASSPHRASE_FILE: v.optional(v.string()),
  CHAIN_OPERATOR_KMS: v.optional(v.string()),
  KMS_REGION: v.optional(region),
  KMS_ACCESS_KEY_ID: v.optional(v.string()),
  KMS_SECRET_ACCESS_KEY: v.optional(v.string()),
  /** Amazon's own, of the region, unless set. */
  KMS_ENDPOINT: v.optional(url),
  PLATFORM_WALLET: form(/^0x[0-9a-fA-F]{40}$/, 'is not 0x and 40 hexadecimal digits'),
  /** Receipts are trusted after this many confirmations; by default as many as are safe on the chain of that id. */
  CHAIN_CONFIRMATIONS: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0))),
}
