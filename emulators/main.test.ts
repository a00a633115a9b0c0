// @module-tag release
/** The whole process: it starts, keeps its state through `kill -9`, and ends cleanly on SIGTERM. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { stripeClient } from './cards/harness.ts'
import { freePort } from './testing.ts'

let dataDir: string
let port: number
let smtpPort: number
let child: ChildProcess

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tune-emulators-'))
  port = await freePort()
  smtpPort = await freePort()
})
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) await end('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

async function start() {
  child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env.PATH, PORT: String(port), SMTP_PORT: String(smtpPort), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk)
    if (output.includes('are ready')) return output
  }
  throw new Error(`The emulators ended before they were ready: ${output}`)
}

async function end(signal: NodeJS.Signals) {
  const ended = once(child, 'exit')
  child.kill(signal)
  return (await ended)[0] as number | null
}

it('names its services, keeps what it was told, and stops when asked', async () => {
  expect(await start()).toMatch(/\/stripe .*\n.*\/mail .*\n.*\/custodian .*\n.*\/ipfs /)
  const origin = `http://127.0.0.1:${port}`
  expect(await (await fetch(origin)).text()).toContain('Emulators')
  const stripe = stripeClient(origin)
  const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'brl' })
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, secure: false })
  await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'Kept', text: 'Hi' })
  const pinned = await fetch(`${origin}/ipfs/pinning/pinJSONToIPFS`, {
    method: 'POST',
    headers: { authorization: 'Bearer pinning-token', 'content-type': 'application/json' },
    body: JSON.stringify({ pinataContent: { kept: true } }),
  })
  const { IpfsHash } = (await pinned.json()) as { IpfsHash: string }

  await end('SIGKILL')
  await start()
  expect((await stripe.paymentIntents.retrieve(id)).amount).toBe(500)
  expect(await (await fetch(`${origin}/mail/messages?to=b@example.com`)).json()).toMatchObject([
    { subject: 'Kept' },
  ])
  expect(await (await fetch(`${origin}/ipfs/ipfs/${IpfsHash}`)).json()).toEqual({ kept: true })

  expect(await end('SIGTERM')).toBe(0)
})
