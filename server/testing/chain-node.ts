/** A real chain node for one test file, on a free port, with its own state. */
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/free-port.ts'
import { leash } from '../../scripts/leash.mjs'

const ARCH = process.arch === 'x64' ? 'amd64' : process.arch
const ANVIL = join(
  import.meta.dirname,
  `../../node_modules/@foundry-rs/anvil-${process.platform}-${ARCH}/bin/anvil`,
)

export type ChainNode = {
  url: string
  rpc: (method: string, params?: unknown[]) => Promise<unknown>
  /** Ends the process as a power cut would. */
  kill: () => Promise<void>
  /** Starts it again on the same port: with the state of `keepState`, or empty. */
  restart: () => Promise<void>
}

export async function startChainNode(options: { state?: string; fund: string }): Promise<ChainNode> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess

  async function rpc(method: string, params: unknown[] = []): Promise<unknown> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await answer.json()) as { result: unknown; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result
  }

  async function start(): Promise<void> {
    const args = ['--port', String(port), '--silent', '--accounts', '1']
    child = leash(ANVIL, options.state ? [...args, '--state', options.state] : args)
    for (let attempt = 0; attempt < 100; attempt++) {
      const up = await rpc('eth_chainId').then(
        () => true,
        () => false,
      )
      if (up) break
      await sleep(50)
    }
    await rpc('anvil_setBalance', [options.fund, '0x21e19e0c9bab2400000'])
  }

  async function kill(): Promise<void> {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    // The shell that holds it goes with it.
    process.kill(-(child.pid as number), 'SIGKILL')
    await gone
  }

  await start()
  return { url, rpc, kill, restart: start }
}
