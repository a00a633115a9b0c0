/** What strangers do to the doors that are open to them. */
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { settingsOf, type World } from '../../scripts/start-world.ts'
import type { Dose } from './dose.ts'

const FORGED = 2000
const AT_ONCE = 20
/** Older than a webhook may be. */
const OLD_SECONDS = 301

const READERS = 200
const NOT_READING_MS = 8000

export const STRANGER_DOSES: readonly Dose[] = [
  { name: 'forged webhooks', give: forge },
  { name: 'sockets that read nothing, all dropped at once', give: readNothing },
]

/** A server that is away meanwhile has refused it as well. */
const AWAY = new Set([0, 502, 503, 504])

async function forge({ url, dataDir }: World): Promise<void> {
  const { STRIPE_WEBHOOK_SECRET: secret = '' } = settingsOf(dataDir)
  let left = FORGED
  const forgeSome = async () => {
    while (left-- > 0) {
      const status = await send(url, forged(left, secret))
      const isRefused = AWAY.has(status) || (status >= 400 && status < 500)
      if (!isRefused) throw new Error(`a forged webhook was answered ${status}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, forgeSome))
}

type Forged = { path: string; headers: Record<string, string>; body: string }

function forged(number: number, secret: string): Forged {
  const object = { id: `pi_${randomUUID()}`, object: 'payment_intent', amount: 100_000 }
  const event = { id: `evt_${randomUUID()}`, type: 'payment_intent.succeeded', data: { object } }
  const body = JSON.stringify(event)
  const now = Math.floor(Date.now() / 1000)
  const signed = (key: string, at: number, text: string) =>
    `t=${at},v1=${createHmac('sha256', key).update(`${at}.${text}`).digest('hex')}`
  const stripe = (signature: string) => ({
    path: '/webhooks/stripe',
    headers: { 'stripe-signature': signature },
    body,
  })
  switch (number % 4) {
    case 0:
      return stripe(signed('not the secret', now, body))
    case 1:
      return stripe(signed(secret, now, `${body} `))
    case 2:
      return stripe(signed(secret, now - OLD_SECONDS, body))
    default:
      return { path: '/webhooks/pix', headers: {}, body: JSON.stringify({ pix: [{ txid: randomUUID() }] }) }
  }
}

/** 0 where nobody answered. */
function send(url: string, { path, headers, body }: Forged): Promise<number> {
  return fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )
}

async function readNothing({ url }: World): Promise<void> {
  const answer = await fetch(`${url}/config.json`).catch(() => null)
  if (!answer?.ok) return
  const { anonKey } = (await answer.json()) as { anonKey: string }
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`
  const sockets = Array.from({ length: READERS }, () => {
    const socket = new WebSocket(address)
    const join = ['1', '1', 'realtime:projects', 'phx_join', { config: {} }]
    // Refused, or ended by a server that is killed meanwhile.
    socket.on('error', () => {})
    socket.on('open', () => {
      socket.send(JSON.stringify(join))
      socket.pause()
    })
    return socket
  })
  await sleep(NOT_READING_MS)
  for (const socket of sockets) socket.terminate()
}
