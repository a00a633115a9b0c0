import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../scripts/start-world.ts'
import { settingsOf } from '../../scripts/start-world.ts'
import type { Dose } from './dose.ts'

/** Those that money, tokens and files pass through. */
const SERVICES = ['stripe', 'pix', 'custodian', 'ipfs'] as const
/** How many of each service's next requests a dose meets. */
const REQUESTS = 3
const SLOW_MS = 30_000
const HELD_MS = 5000
const DEEPEST_BLOCKS = 5

type Control = { service: string; path: string; body: object }

async function control({ emulators }: World, { service, path, body }: Control): Promise<void> {
  const answer = await post(`${emulators}/${service}/_control/${path}`, body)
  if (answer && !answer.ok) throw new Error(`${service}/_control/${path} answered ${answer.status}`)
}

/** Null from whom the dose before has killed, and who is on the way back. */
function post(url: string, body: object): Promise<Response | null> {
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
}

const next = (name: string, scripted: object): Dose => ({
  name,
  give: async (world) => {
    const body = { ...scripted, times: REQUESTS }
    await Promise.all(SERVICES.map((service) => control(world, { service, path: 'next', body })))
  },
})

/** Both senders of news about money; what they are told here holds until they are told otherwise. */
const webhooks = (world: World, body: object) =>
  Promise.all(['stripe', 'pix'].map((service) => control(world, { service, path: 'webhooks', body })))

export const VENDOR_DOSES: readonly Dose[] = [
  next('outside services take half a minute', { outcome: 'delay', delay_ms: SLOW_MS }),
  next('outside services refuse', { outcome: 'http_503' }),
  next('answers of outside services are lost', { outcome: 'drop_answer' }),
  {
    name: 'webhooks come twice from now on, those of cards in any order',
    async give(world) {
      await webhooks(world, { duplicate: true })
      await control(world, { service: 'stripe', path: 'webhooks', body: { shuffle: true } })
    },
  },
  {
    name: 'webhooks are held back',
    async give(world) {
      await webhooks(world, { paused: true })
      await sleep(HELD_MS)
      await webhooks(world, { paused: false })
    },
  },
  {
    name: 'the chain drops its last blocks',
    give: (world) => onChain(world, 'anvil_rollback', (depth) => [depth]),
  },
  {
    name: 'the chain replaces its last blocks',
    give: (world) => onChain(world, 'anvil_reorg', (depth) => [depth, []]),
  },
]

/** `parameters` of the depth: as deep as there are blocks, and no deeper than a few. */
async function onChain(
  world: World,
  method: string,
  parameters: (depth: number) => unknown[],
): Promise<void> {
  const { CHAIN_RPC_URL: url } = settingsOf(world.dataDir)
  const call = async (name: string, params: unknown[]) => {
    const answer = await post(url as string, { jsonrpc: '2.0', id: 1, method: name, params })
    const { result, error } = ((await answer?.json()) ?? {}) as {
      result?: string
      error?: { message: string }
    }
    if (error) throw new Error(`${name}: ${error.message}`)
    return result
  }
  const height = Number((await call('eth_blockNumber', [])) ?? 0)
  if (height > 0) await call(method, parameters(Math.min(height, DEEPEST_BLOCKS)))
}
