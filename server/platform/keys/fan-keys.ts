/** The fans' keys, derived from one seed as BIP-32 and BIP-44 have it: m/44'/60'/0'/0/{index}. */
import type { Hex } from 'viem'
import type { Env } from '../../env.ts'
import { passphraseOf, unsealFile } from './sealed-file.ts'

export type FanKeys = {
  addressOf: (index: number) => Hex
  privateKeyOf: (index: number) => Hex
}

const PATH = "m/44'/60'/0'/0"
export const SEED_BYTES = 64
/** BIP-32: from here on indexes are for hardened derivation. */
export const INDEXES = 2 ** 31

/** Takes half a second and 128 MB. Throws a SealedFileError. */
export async function openFanKeys(
  env: Pick<Env, 'CUSTODIAN_FILE' | 'CUSTODIAN_PASSPHRASE' | 'CUSTODIAN_PASSPHRASE_FILE'>,
): Promise<FanKeys> {
  const passphrase = await passphraseOf(env.CUSTODIAN_PASSPHRASE, env.CUSTODIAN_PASSPHRASE_FILE)
  return fanKeysOf(await unsealFile('fans-seed', env.CUSTODIAN_FILE ?? '', passphrase))
}

export async function fanKeysOf(seed: Uint8Array): Promise<FanKeys> {
  const { HDKey, privateKeyToAddress } = await import('viem/accounts')
  const branch = HDKey.fromMasterSeed(seed).derive(PATH)
  function privateKeyOf(index: number): Hex {
    if (!Number.isInteger(index) || index < 0 || index >= INDEXES) throw new RangeError(`no key ${index}`)
    const { privateKey } = branch.deriveChild(index)
    if (!privateKey) throw new Error(`index ${index} has no key`)
    return `0x${Buffer.from(privateKey).toString('hex')}`
  }
  return { privateKeyOf, addressOf: (index) => privateKeyToAddress(privateKeyOf(index)) }
}
