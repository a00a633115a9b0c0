/** The key that signs for the platform on the chain: sealing it, and handing the desk to another one. */
import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { formatEther } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { type Chain, createChain } from '#server/platform/chain/client.ts'
import { findContracts, ownerOf } from '#server/platform/chain/contracts.ts'
import { handOver, takeOver } from '#server/platform/chain/hand-over.ts'
import { type Product, UsageError, withProduct } from './product.ts'
import { changePassphrase, sealNew } from './sealed.ts'

export const usage = [
  ['operator create {file} {passphrase file}', 'seals a new key that signs on the chain'],
  ['operator seal {file} {passphrase file}', 'seals the key that standard input has (CHAIN_OPERATOR_KEY)'],
  [
    'operator passphrase {file} {old passphrase file} {new one}',
    'seals the same key with another passphrase',
  ],
  ['operator show', 'the key’s address and balance, and whether the desk obeys it'],
  ['operator take-over', 'with the new key’s settings: prints its signature for the present owner'],
  [
    'operator hand-over {signature} --yes',
    'with the present key’s settings and no worker: gives the desk away',
  ],
] as const

export async function run([action, ...rest]: string[]): Promise<number> {
  const [first, second, third] = rest
  const count = rest.length
  if (action === 'create' && count === 2 && first && second) return sealKey(randomBytes(32), first, second)
  if (action === 'seal' && count === 2 && first && second)
    return sealKey(keyIn(await text(process.stdin)), first, second)
  if (action === 'passphrase' && count === 3 && first && second && third)
    return changePassphrase('operator-key', first, second, third)
  if (action === 'show' && count === 0) return withChain(show)
  if (action === 'take-over' && count === 0)
    return withChain(async (product, chain) => {
      product.say(await takeOver(product, chain))
      return 0
    })
  if (action === 'hand-over' && count <= 2 && first && (second ?? '--yes') === '--yes')
    return withChain((product, chain) => giveDesk(product, chain, first, second === '--yes'))
  throw new UsageError(usage.map(([call]) => call).join('\n'))
}

const withChain = (work: (product: Product, chain: Chain) => Promise<number>) =>
  withProduct(async (product) => work(product, await createChain(product.env)))

function keyIn(given: string): Buffer {
  const key = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(given.trim())?.[1]
  if (!key) throw new UsageError('Standard input has no key: 64 hexadecimal digits are wanted.')
  return Buffer.from(key, 'hex')
}

async function sealKey(key: Buffer, file: string, passphraseFile: string): Promise<number> {
  await sealNew('operator-key', key, file, passphraseFile)
  console.log(`It is the key of ${privateKeyToAddress(`0x${key.toString('hex')}`)}.`)
  return 0
}

async function show({ sql, say }: Product, { node, signer }: Chain): Promise<number> {
  const [balance, contracts] = await Promise.all([
    node.getBalance({ address: signer.address }),
    findContracts(sql),
  ])
  say(`The key is that of ${signer.address}, with ${formatEther(balance)}.`)
  if (!contracts) {
    say('There is no desk yet: the key that deploys it owns it.')
    return 0
  }
  const owner = await ownerOf(node, contracts.desk)
  const isOurs = owner.toLowerCase() === signer.address.toLowerCase()
  say(`The desk ${contracts.desk} obeys ${isOurs ? 'it' : owner}.`)
  return isOurs ? 0 : 1
}

async function giveDesk(product: Product, chain: Chain, proof: string, isMeant: boolean): Promise<number> {
  const heir = proof.split(':')[0]
  if (!isMeant) {
    product.say(`The desk would obey ${heir} alone. With --yes it does, and cannot be taken back from here.`)
    return 0
  }
  const owner = await handOver(product, chain, proof)
  product.say(`The desk obeys ${owner}. Set that key for all servers, then start the workers.`)
  return 0
}
