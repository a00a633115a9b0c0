/** A block explorer that reads one node and stores nothing: anyone can check what the product says of the chain. */
import { Hono } from 'hono'
import type { Hex } from 'viem'
import type { Emulator } from '../emulator.ts'
import { Chain, isNodeFault } from './chain.ts'
import { Pages } from './pages.ts'

export type ExplorerOptions = {
  /** Its public address; links begin with its path. */
  publicUrl: string
  /** The node's JSON-RPC address. */
  rpcUrl: string
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const HASH = /^0x[0-9a-fA-F]{64}$/

export function createExplorer({ publicUrl, rpcUrl }: ExplorerOptions): Emulator {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '')
  const chain = new Chain(rpcUrl)
  const pages = new Pages(base)
  const app = new Hono({ strict: false })

  app.use(async (c, next) => {
    await next()
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:")
    c.header('cache-control', 'no-store')
  })

  app.get('/', async (c) => c.html(pages.latest(await chain.latest())))

  app.get('/tx/:hash', async (c) => {
    const hash = c.req.param('hash')
    const found = HASH.test(hash) ? await chain.transaction(hash as Hex) : undefined
    if (found === undefined) {
      return c.html(pages.apology('No such transaction', `The node knows no transaction ${hash}.`), 404)
    }
    return c.html(pages.transaction(found))
  })

  app.get('/address/:address', async (c) => {
    const address = c.req.param('address')
    if (!ADDRESS.test(address))
      return c.html(pages.apology('No such address', `${address} is not an address.`), 404)
    // Lower case carries no check sum, so a wrong one in the address bar is no obstacle.
    const known = address.toLowerCase() as Hex
    return c.html(pages.wholeAddress(known, await chain.address(known)))
  })

  app.onError((fault, c) => {
    if (!isNodeFault(fault)) throw fault
    console.error(`The explorer cannot read the chain: ${fault.shortMessage}`)
    const text = 'The node that this explorer reads does not answer. Try again in a moment.'
    return c.html(pages.apology('The chain cannot be read', text), 503)
  })

  return { app, close: () => Promise.resolve() }
}
