import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../scripts/start-world.ts'
import type { Dose } from './dose.ts'

/** Those that money, tokens and files pass through. */
const SERVICES = ['stripe', 'pix', 'custodian', 'ipfs'] as const
/** Those that only tell of things, and the one that shows them. */
const OTHERS = ['mail', 'push', 'video'] as const
/** How many of each service's next requests a dose meets. */
const REQUESTS = 3
const SLOW_MS = 30_000
const HELD_MS = 5000

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

const next = (name: string, scripted: object, services: readonly string[] = SERVICES): Dose => ({
  name,
  give: async (world) => {
    const body = { ...scripted, times: REQUESTS }
    await Promise.all(services.map((service) => control(world, { service, path: 'next', body })))
  },
})

/** Both senders of news about money; what they are told here holds until they are told otherwise. */
const webhooks = (world: World, body: object) =>
  Promise.all(['stripe', 'pix'].map((service) => control(world, { service, path: 'webhooks', body })))

export const VENDOR_DOSES: readonly Dose[] = [
  next('outside services take half a minute', { outcome: 'delay', delay_ms: SLOW_MS }, [
    ...SERVICES,
    ...OTHERS,
  ]),
  next('outside services refuse', { outcome: 'http_503' }),
  next('mails are refused', { outcome: 'fail' }, ['mail']),
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
]
