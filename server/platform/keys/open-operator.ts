/** The key that signs on the chain, by the environment: in a sealed file, or in a service that signs and never gives it away. */
import type { Hex } from 'viem'
import type { Env } from '../../env.ts'
import { createKmsOperator } from './kms.ts'
import { type Operator, operatorOf } from './operator.ts'
import { passphraseOf, SealedFileError, unsealFile } from './sealed-file.ts'

/** Throws a SealedFileError, or a KmsError. */
export async function openOperator(env: Env): Promise<Operator> {
  if (env.CHAIN_OPERATOR_KMS) return createKmsOperator(env, env.CHAIN_OPERATOR_KMS)
  return operatorOf((env.CHAIN_OPERATOR_KEY as Hex | undefined) ?? (await keyInFile(env)))
}

async function keyInFile(env: Env): Promise<Hex> {
  const passphrase = await passphraseOf(env.CHAIN_OPERATOR_PASSPHRASE, env.CHAIN_OPERATOR_PASSPHRASE_FILE)
  const key = await unsealFile('operator-key', env.CHAIN_OPERATOR_FILE ?? '', passphrase)
  if (key.length !== 32) throw new SealedFileError('the file holds no key')
  return `0x${key.toString('hex')}`
}
