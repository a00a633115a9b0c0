/** A real chain node for one test file, on a free port, with its own state. */
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RpcExchange, rpcFaultsOf } from '../../conformance/vendors/judge-rpc.ts'
import { freePort } from '../../scripts/free-port.ts'
import { leash } from '../../scripts/leash.mjs'
import { startProxy } from './proxy.ts'

const ARCH = process.arch === 'x64' ? 'amd64' : process.arch
const ANVIL = join(
  import.meta.dirname,
  `../../node_modules/@foundry-rs/anvil-${process.platform}-${ARCH}/bin/anvil`,
)

/** So often it may find its port taken. */
const STARTS = 5

export type ChainNode = {
  url: string
  /** Where it announces blocks: the process itself, which is another one after a restart. */
  heads: () => string
  rpc: (method: string, params?: unknown[]) => Promise<unknown>
  /** Ends the process as a power cut would. Throws when something was said to it that Ethereum's description does not have. */
  kill: () => Promise<void>
  /** Starts it again at the same address: with the state of `keepState`, or empty. */
  restart: () => Promise<void>
}

/** How many exchanges are kept for the judge: those of a test, not of a load. */
const MOST_JUDGED = 5000

/** `args`: more of anvil's own, such as its block time. */
export async function startChainNode(options: {
  state?: string
  fund: string
  args?: string[]
}): Promise<ChainNode> {
  const said: RpcExchange[] = []
  const proxy = await startProxy(null, undefined, (asked, answered) => {
    if (said.length < MOST_JUDGED) said.push({ asked, answered })
  })
  const { url } = proxy
  let child: ChildProcess
  let own = ''

  async function start(tries = STARTS): Promise<void> {
    const port = await freePort()
    const args = ['--port', String(port), '--silent', '--accounts', '1', ...(options.args ?? [])]
    child = leash(ANVIL, options.state ? [...args, '--state', options.state] : args)
    let hasEnded = false
    child.once('exit', () => {
      hasEnded = true
    })
    own = `127.0.0.1:${port}`
    proxy.leadTo(`http://${own}`)
    while (!(await answers(url))) {
      // Somebody took the port before it did: it starts at another one.
      if (hasEnded && tries > 1) return start(tries - 1)
      if (hasEnded) throw new Error('the node does not start')
      await sleep(50)
    }
    await call(url, 'anvil_setBalance', [options.fund, '0x21e19e0c9bab2400000'])
  }

  async function kill(): Promise<void> {
    proxy.leadTo(null)
    const gone = new Promise((resolve) => child.once('exit', resolve))
    // The shell that holds it goes with it.
    process.kill(-(child.pid as number), 'SIGKILL')
    await gone
    const faults = rpcFaultsOf(said)
    if (faults.length > 0) throw new Error(`No node would say or take this:\n${faults.join('\n')}`)
  }

  await start()
  return {
    url,
    heads: () => `ws://${own}`,
    rpc: (method, params = []) => call(url, method, params),
    kill,
    restart: () => start(),
  }
}

async function call(url: string, method: string, params: unknown[]): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await answer.json()) as { result: unknown; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result
}

const answers = (url: string): Promise<boolean> =>
  call(url, 'eth_chainId', []).then(
    () => true,
    () => false,
  )
