/** The built-in custodian's seed: making it, changing its passphrase, and whether it is the one the wallets were made of. */
import { randomBytes } from 'node:crypto'
import { walletsOfAnotherSeed } from '#server/platform/keys/built-in-custodian.ts'
import { fanKeysOf, openFanKeys, SEED_BYTES } from '#server/platform/keys/fan-keys.ts'
import { UsageError, withProduct } from './product.ts'
import { changePassphrase, sealNew } from './sealed.ts'

export const usage = [
  ['custodian create {file} {passphrase file}', 'seals a new seed for the fans’ keys (CUSTODIAN_FILE)'],
  [
    'custodian passphrase {file} {old passphrase file} {new one}',
    'seals the same seed with another passphrase',
  ],
  ['custodian show', 'how many wallets there are, and whether the seed is theirs'],
] as const

export async function run([action, ...rest]: string[]): Promise<number> {
  const [file, passphrase, other] = rest
  if (action === 'create' && rest.length === 2 && file && passphrase) {
    const seed = randomBytes(SEED_BYTES)
    await sealNew('fans-seed', seed, file, passphrase)
    console.log(`The first wallet will be ${(await fanKeysOf(seed)).addressOf(0)}.`)
    return 0
  }
  if (action === 'passphrase' && rest.length === 3 && file && passphrase && other)
    return changePassphrase('fans-seed', file, passphrase, other)
  if (action !== 'show' || rest.length > 0) throw new UsageError(usage.map(([call]) => call).join('\n'))
  return withProduct(async ({ env, sql, say }) => {
    if (env.CUSTODIAN !== 'built-in') {
      say('The fans’ keys are a service’s (CUSTODIAN_URL).')
      return 1
    }
    const keys = await openFanKeys(env)
    const [{ all }] = await sql<[{ all: number }]>`select count(*)::int as all from private.fan_keys`
    const strange = await walletsOfAnotherSeed(sql, keys)
    say(`${all} wallets; the first key of the seed is that of ${keys.addressOf(0)}.`)
    if (strange > 0) say(`${strange} of the newest are not of this seed.`)
    return strange > 0 ? 1 : 0
  })
}
