// @module-tag release
import { mkdir, mkdtemp, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './free-port.ts'
import { release } from './leash.mjs'
import { chain, portsFrom } from './surroundings.ts'

test('the chain of a world is kept when it ends, and found by the next one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-chain-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await mkdir(join(dataDir, 'logs'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { CHAIN_RPC_URL: url, CHAIN_OPERATOR_KEY: `0x${'11'.repeat(32)}` }
  const part = chain({ dataDir, ports: { ...portsFrom(3000), chain: port } }, env)
  const rpc = async (method: string, params: unknown[] = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return ((await answer.json()) as { result: string }).result
  }

  const first = await part.start()
  await rpc('anvil_mine', ['0x7'])
  const before = await rpc('eth_blockNumber')
  await release(first)
  const second = await part.start()
  expect(Number(await rpc('eth_blockNumber'))).toBe(Number(before))
  await release(second)

  // Cut off in the middle by a kill: begun anew rather than never again.
  const state = join(dataDir, 'chain/state.json')
  await truncate(state, (await stat(state)).size - 1)
  const third = await part.start()
  onTestFinished(() => release(third))
  expect(Number(await rpc('eth_blockNumber'))).toBe(0)
})
