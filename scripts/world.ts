/**
 * The whole product on one machine: database, chain, emulators of the outside world, server, demo data. Each outside
 * service whose address is set in the environment is used as it is; the others are emulated.
 */
import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { SERVER } from './build-server.ts'
import { claimFolder } from './data-folder.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { leash } from './leash.mjs'
import { createParts, PATIENCE_SECONDS, type Part, PROCESS_ENV, program } from './parts.ts'
import { startPostgres } from './postgres.ts'
import { loadSecrets } from './secrets.ts'

const ROOT = join(import.meta.dirname, '..')
const dataDir = resolve(process.env.DATA_DIR ?? join(ROOT, '.data'))
const port = Number(process.env.PORT ?? 3000)
const ports = { product: port, emulators: port + 1, postgres: port + 2, chain: port + 3, smtp: port + 4 }
const started = performance.now()

let ending: Promise<void> | null = null
let claim: Awaited<ReturnType<typeof claimFolder>> | null = null
const parts = createParts({
  onStart: (pid) => claim?.add(pid),
  onGivingUp(why) {
    console.error(`\n${why}`)
    void shutDown(1)
  },
})

async function main(): Promise<void> {
  await mkdir(join(dataDir, 'logs'), { recursive: true })
  // Logs, mails and payments of the emulators, secrets: nobody else on the machine reads them.
  await chmod(dataDir, 0o700)
  claim = await claimFolder(dataDir)
  for (const [name, number] of Object.entries(ports)) await expectFree(name, number)
  const env = await environment()
  await keepSettings(env)

  const built = stepOf('application', () => runScript('build.ts'))
  await Promise.all([
    built,
    (async () => {
      const wanted = [
        ...(process.env.DATABASE_URL ? [] : [database]),
        ...(process.env.CHAIN_RPC_URL ? [] : [chain(env)]),
        emulators(env),
        server(env),
      ]
      for (const part of wanted) {
        if (part.name === 'server') await built
        await stepOf(part.name, () => parts.run(part))
      }
    })(),
  ])
  await stepOf('demo data', () => runScript('seed.ts', env))
  announce(env)
}

async function environment(): Promise<Record<string, string>> {
  const emulators = `http://localhost:${ports.emulators}`
  const given = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
  return {
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: `postgres://postgres@127.0.0.1:${ports.postgres}/postgres`,
    STRIPE_API_URL: `${emulators}/stripe`,
    STRIPE_SCRIPT_URL: `${emulators}/stripe/v3/stripe.js`,
    PIX_URL: `${emulators}/pix`,
    CUSTODIAN_URL: `${emulators}/custodian`,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    PINNING_URL: `${emulators}/ipfs`,
    IPFS_GATEWAY_URL: `${emulators}/ipfs`,
    VIDEO_EMBED_URL: `${emulators}/video/embed/tune`,
    VIDEO_API_URL: `${emulators}/video`,
    VIDEO_LIBRARY_ID: 'tune',
    PUSH_SERVICES: emulators,
    EXPLORER_URL: `${emulators}/explorer`,
    CHAIN_RPC_URL: `http://127.0.0.1:${ports.chain}`,
    ...emulatedProviders(`${emulators}/identity`),
    // All requests come from this one machine.
    ADDRESS_LIMIT_FACTOR: '100',
    ADMIN_SECOND_FACTOR: 'off',
    ...(await loadSecrets(dataDir)),
    ...given,
    PORT: String(port),
    DATA_DIR: dataDir,
  }
}

/** For `npm run tune`, which finds the same installation by them (cli/product.ts). */
async function keepSettings(env: Record<string, string>): Promise<void> {
  const set = Object.entries(env).filter(([name, value]) => process.env[name] !== value)
  const lines = set.map(([name, value]) => `${name}='${value}'\n`)
  await writeFile(join(dataDir, 'server.env'), lines.join(''), { mode: 0o600 })
}

/** The sign-in providers without configuration; the emulator's clients are named after them. */
function emulatedProviders(issuers: string): Record<string, string> {
  const missing = ['google', 'facebook', 'apple'].filter(
    (name) => !process.env[`AUTH_${name.toUpperCase()}_CLIENT_ID`],
  )
  return Object.fromEntries(
    missing.flatMap((name) => [
      [`AUTH_${name.toUpperCase()}_ISSUER`, `${issuers}/${name}`],
      [`AUTH_${name.toUpperCase()}_CLIENT_ID`, name],
      [`AUTH_${name.toUpperCase()}_CLIENT_SECRET`, `${name}-secret`],
    ]),
  )
}

const database: Part = {
  name: 'database',
  async start() {
    const server = await startPostgres({ dataDir, port: ports.postgres, patience: PATIENCE_SECONDS })
    return server.process
  },
  lastWords: () => '',
}

function chain(env: Record<string, string>): Part {
  const args = [
    ...['--host', '127.0.0.1', '--port', String(ports.chain), '--chain-id', '31337'],
    ...['--state', join(dataDir, 'chain/state.json'), '--state-interval', '5', '--accounts', '1', '--silent'],
  ]
  const rpc = (method: string, params: unknown[]) =>
    fetch(env.CHAIN_RPC_URL as string, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  return program(logOf('chain'), anvil(), args, async () => {
    if (!(await rpc('eth_chainId', [])).ok) return false
    // Gas costs nothing here, but it must be paid.
    const operator = privateKeyToAddress(env.CHAIN_OPERATOR_KEY as `0x${string}`)
    return (await rpc('anvil_setBalance', [operator, '0x21e19e0c9bab2400000'])).ok
  })
}

/** The native binary itself: npm's wrapper would stand between us and its signals. */
function anvil(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  return join(ROOT, `node_modules/@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`)
}

function emulators(env: Record<string, string>): Part {
  const settings = {
    ...env,
    PORT: String(ports.emulators),
    SMTP_PORT: String(ports.smtp),
    PUBLIC_URL: `http://localhost:${ports.emulators}`,
    DATA_DIR: join(dataDir, 'emulators'),
    WEBHOOK_STRIPE_URL: `http://localhost:${port}/webhooks/stripe`,
    WEBHOOK_PIX_URL: `http://localhost:${port}/webhooks/pix`,
    AUTH_CALLBACK_URL: `${env.PUBLIC_URL}/auth/v1/callback`,
  }
  const isUp = async () => (await fetch(`http://localhost:${ports.emulators}/`)).ok
  return program(logOf('emulators'), process.execPath, [join(ROOT, 'emulators/main.ts')], isUp, settings)
}

function server(env: Record<string, string>): Part {
  const isUp = async () => (await fetch(`http://localhost:${port}/health`)).ok
  return program(logOf('server'), process.execPath, [SERVER], isUp, env)
}

function logOf(part: string): string {
  return join(dataDir, 'logs', `${part}.log`)
}

/** Runs one of our scripts to its end, in a process of its own: the memory that it needs is given back. */
async function runScript(name: string, env: Record<string, string> = {}): Promise<void> {
  const child = leash(process.execPath, [join(ROOT, 'scripts', name)], {
    output: 'inherit',
    patience: PATIENCE_SECONDS,
    env: { ...PROCESS_ENV, ...process.env, ...env },
  })
  claim?.add(child.pid)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`scripts/${name} ended with code ${code}`)
}

async function stepOf(name: string, work: () => Promise<unknown>): Promise<void> {
  const from = performance.now()
  await work()
  console.log(`  ✓ ${name.padEnd(16)} ${((performance.now() - from) / 1000).toFixed(1)} s`)
}

/** Nothing of ours is running at this point: a taken port is somebody else's. */
async function expectFree(name: string, number: number): Promise<void> {
  const free = await new Promise<boolean>((answer) => {
    const probe = createServer()
      .once('error', () => answer(false))
      .listen(number, '127.0.0.1', () => probe.close(() => answer(true)))
  })
  if (!free) throw new Error(`Port ${number} (${name}) is in use. Choose others: PORT=4000 npm start`)
}

function announce(env: Record<string, string>): void {
  const emulators = `http://localhost:${ports.emulators}`
  const rows: [string, string][] = [
    ['Tune', env.PUBLIC_URL as string],
    ['Inbox', `${emulators}/mail`],
    ['PIX, as its payer', `${emulators}/pix`],
    ['Explorer', env.EXPLORER_URL as string],
    ['Emulators', emulators],
    ['Database', env.DATABASE_URL as string],
    ['Chain', env.CHAIN_RPC_URL as string],
    ['Data and logs', dataDir],
    ...DEMO_ACCOUNTS.map(({ email, password }): [string, string] => [email, password]),
    ['Test card', '4242 4242 4242 4242, any future date, any code'],
  ]
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`\n${rows.map(([name, value]) => `  ${name.padEnd(18)} ${value}`).join('\n')}`)
  console.log(`\nTune is ready: ${env.PUBLIC_URL}  (${seconds} s; Ctrl-C ends it)`)
}

function shutDown(code: number): Promise<void> {
  ending ??= (async () => {
    await parts.end()
    process.exit(code)
  })()
  return ending
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!ending) console.log('\nEnding…')
    void shutDown(0)
  })
}

console.log('Starting Tune')
main().catch(async (fault: Error) => {
  if (ending) return
  console.error(`\nTune could not start: ${fault.message}`)
  await shutDown(1)
})
