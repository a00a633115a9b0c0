import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  concat,
  createWalletClient,
  type Hex,
  http,
  pad,
  parseEther,
  publicActions,
  toEventSelector,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, type RunningEmulator, startEmulator } from '../testing.ts'
import { createExplorer } from './explorer.ts'

const sender = mnemonicToAccount('test test test test test test test test test test test junk')
const RECEIVER = '0x00000000000000000000000000000000000000fa'

let node: ChildProcess
let explorer: RunningEmulator
let chain: ReturnType<typeof wallet>

const wallet = (rpcUrl: string) =>
  createWalletClient({ account: sender, chain: foundry, transport: http(rpcUrl) }).extend(publicActions)

beforeAll(async () => {
  const port = await freePort()
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const folder = join(import.meta.dirname, '../../node_modules/@foundry-rs')
  node = spawn(
    join(folder, `anvil-${process.platform}-${arch}/bin/anvil`),
    ['--port', String(port), '--silent'],
    {
      stdio: 'ignore',
    },
  )
  const rpcUrl = `http://127.0.0.1:${port}`
  chain = wallet(rpcUrl)
  for (let attempt = 0; attempt < 200; attempt++) {
    if ((await chain.getChainId().catch(() => undefined)) !== undefined) break
    await sleep(50)
  }
  explorer = await startEmulator('/explorer', ({ publicUrl }) => createExplorer({ publicUrl, rpcUrl }))
})

afterAll(async () => {
  await explorer.remove()
  await endNode()
})

async function endNode(): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return
  const ended = once(node, 'exit')
  node.kill()
  await ended
}

async function read(path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${explorer.origin}/explorer${path}`)
  return { status: answer.status, text: await answer.text() }
}

test('a transfer can be followed from the front page to both its ends', async () => {
  const hash = await chain.sendTransaction({ to: RECEIVER, value: parseEther('1.5') })
  const { blockNumber } = await chain.waitForTransactionReceipt({ hash })

  expect((await read('')).text).toContain(`/explorer/tx/${hash}`)
  const transaction = await read(`/tx/${hash}`)
  expect(transaction.status).toBe(200)
  for (const part of ['Succeeded', '1.5 ether', `<dd>${blockNumber}</dd>`, sender.address.toLowerCase()]) {
    expect(transaction.text).toContain(part)
  }
  const account = await read(`/address/${RECEIVER}`)
  expect(account.text).toContain('account without code')
  expect(account.text).toContain('1.5 ether')
})

test('what a contract announces is shown in words on every page it concerns', async () => {
  const topics = [
    toEventSelector('Transfer(address,address,uint256)'),
    pad('0x00'),
    pad(RECEIVER),
    pad('0x2a'),
  ]
  // A contract that emits this when it is created: push the topics last to first, then log four of them, without
  // data.
  const pushes = topics.toReversed().map((topic) => concat(['0x7f', topic as Hex]))
  const hash = await chain.sendTransaction({ data: concat([...pushes, '0x60006000a400']) })
  const { contractAddress } = await chain.waitForTransactionReceipt({ hash })
  for (const path of [`/tx/${hash}`, `/address/${contractAddress}`, `/address/${RECEIVER}`]) {
    const { text } = await read(path)
    expect(text).toContain('Transfer')
    expect(text).toContain('<dt>tokenId</dt>')
    expect(text).toContain('42')
  }
})

test('what does not exist is not found', async () => {
  for (const path of [`/tx/0x${'0'.repeat(64)}`, '/tx/0x12', '/address/0x12']) {
    expect((await read(path)).status).toBe(404)
  }
})

test('without its node it says so', async () => {
  await endNode()
  for (const path of ['', `/tx/0x${'0'.repeat(64)}`, `/address/${RECEIVER}`]) {
    const { status, text } = await read(path)
    expect(status).toBe(503)
    expect(text).toContain('does not answer')
  }
})
