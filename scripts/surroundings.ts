/**
 * What a world on this machine has around the servers and their database: the chain, the emulators, settings and secrets.
 * Each outside service whose address is set in the environment is used as it is; the others are emulated.
 */
import { once } from 'node:events'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { claimFolder, requireFolder } from './data-folder.ts'
import { DEMO_ACCOUNTS, DEMO_ARTIST } from './demo-accounts.ts'
import { leash } from './leash.mjs'
import { createParts, PATIENCE_SECONDS, type Part, type Parts, PROCESS_ENV, program } from './parts.ts'
import { loadSecrets } from './secrets.ts'

export const ROOT = join(import.meta.dirname, '..')

/** One after the other, from the product's own. */
export type Ports = ReturnType<typeof portsFrom>
export const portsFrom = (product: number) => ({
  product,
  emulators: product + 1,
  postgres: product + 2,
  chain: product + 3,
  smtp: product + 4,
})

export type Place = { dataDir: string; ports: Ports }

/** Settings of the servers; what is set in our own environment comes first. */
export async function environment({ dataDir, ports }: Place): Promise<Record<string, string>> {
  const emulators = `http://localhost:${ports.emulators}`
  const given = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
  return {
    PUBLIC_URL: `http://localhost:${ports.product}`,
    DATABASE_URL: `postgres://postgres@127.0.0.1:${ports.postgres}/postgres`,
    STRIPE_API_URL: `${emulators}/stripe`,
    STRIPE_SCRIPT_URL: `${emulators}/stripe/v3/stripe.js`,
    // As with the vendor, a bank's question is of another origin than the script.
    STRIPE_FRAME_ORIGINS: `${emulators},${emulators.replace('localhost', '127.0.0.1')}`,
    PIX_URL: `${emulators}/pix`,
    CUSTODIAN_URL: `${emulators}/custodian`,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_REPLY_DOMAIN: 'reply.tune.test',
    SMTP_TLS: 'off',
    PINNING_URL: `${emulators}/ipfs`,
    IPFS_GATEWAY_URL: `${emulators}/ipfs`,
    VIDEO_PROVIDER: 'bunny-cdn',
    VIDEO_CDN_URL: `${emulators}/video/cdn`,
    VIDEO_API_URL: `${emulators}/video`,
    VIDEO_LIBRARY_ID: '4711',
    PUSH_SERVICES: emulators,
    EXPLORER_URL: `${emulators}/explorer`,
    CHAIN_RPC_URL: `http://127.0.0.1:${ports.chain}`,
    CHAIN_POLL_MS: '50',
    ...emulatedProviders(`${emulators}/identity`),
    // All requests come from this one machine.
    ADDRESS_LIMIT_FACTOR: '100',
    ADMIN_SECOND_FACTOR: 'off',
    CHAIN_OPERATOR_CLEAR: 'allowed',
    ...(await loadSecrets(dataDir)),
    ...given,
    PORT: String(ports.product),
    DATA_DIR: dataDir,
  }
}

/** For `npm run tune`, which finds the same installation by them (cli/product.ts). */
export async function keepSettings({ dataDir }: Place, env: Record<string, string>): Promise<void> {
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

export function chain(place: Place, env: Record<string, string>): Part {
  const { dataDir, ports } = place
  const state = join(dataDir, 'chain/state.json')
  const args = [
    ...['--host', '127.0.0.1', '--port', String(ports.chain), '--chain-id', '31337'],
    ...['--state', state, '--state-interval', '5', '--accounts', '1', '--silent'],
  ]
  const rpc = (method: string, params: unknown[]) =>
    fetch(env.CHAIN_RPC_URL as string, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  const part = program(logOf(place, 'chain'), anvil(), args, async () => {
    if (!(await rpc('eth_chainId', [])).ok) return false
    // Gas costs nothing here, but it must be paid.
    const operator = privateKeyToAddress(env.CHAIN_OPERATOR_KEY as `0x${string}`)
    return (await rpc('anvil_setBalance', [operator, '0x21e19e0c9bab2400000'])).ok
  })
  return {
    ...part,
    async start() {
      // Anvil makes no folder, and keeps nothing where there is none.
      await mkdir(dirname(state), { recursive: true })
      // Killed while it was writing, it would not start again. The transaction sender sends anew what the chain has lost.
      if (!(await readFile(state, 'utf8').catch(() => '')).endsWith('}')) await rm(state, { force: true })
      return part.start()
    },
  }
}

/** The native binary itself: npm's wrapper would stand between us and its signals. */
function anvil(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  return join(ROOT, `node_modules/@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`)
}

export function emulators(place: Place, env: Record<string, string>): Part {
  const { dataDir, ports } = place
  const settings = {
    ...env,
    PORT: String(ports.emulators),
    SMTP_PORT: String(ports.smtp),
    PUBLIC_URL: `http://localhost:${ports.emulators}`,
    DATA_DIR: join(dataDir, 'emulators'),
    WEBHOOK_STRIPE_URL: `http://localhost:${ports.product}/webhooks/stripe`,
    WEBHOOK_PIX_URL: `http://localhost:${ports.product}/webhooks/pix?hmac=${env.PIX_WEBHOOK_SECRET}&ignorar=`,
    MAIL_REPORTS_URL: `http://localhost:${ports.product}/webhooks/mail-reports`,
    WEBHOOK_MAIL_URL: `http://mail:${env.MAIL_WEBHOOK_SECRET}@localhost:${ports.product}/webhooks/mail`,
    AUTH_CALLBACK_URL: `${env.PUBLIC_URL}/auth/v1/callback`,
  }
  const isUp = async () => (await fetch(`http://localhost:${ports.emulators}/`)).ok
  return program(logOf(place, 'emulators'), process.execPath, [join(ROOT, 'emulators/main.ts')], isUp, {
    env: settings,
  })
}

export function logOf({ dataDir }: Place, part: string): string {
  return join(dataDir, 'logs', `${part}.log`)
}

/** Runs one of our scripts to its end, in a process of its own: the memory that it needs is given back. */
async function runScript(
  name: string,
  env: Record<string, string>,
  onStart: (pid: number | undefined) => void,
): Promise<void> {
  const child = leash(process.execPath, [join(ROOT, 'scripts', name)], {
    output: 'inherit',
    patience: PATIENCE_SECONDS,
    env: { ...PROCESS_ENV, ...process.env, ...env },
  })
  onStart(child.pid)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`scripts/${name} ended with code ${code}`)
}

/** Says how long `work` took. */
export async function stepOf(name: string, work: () => Promise<unknown>): Promise<void> {
  const from = performance.now()
  await work()
  console.log(`  ✓ ${name.padEnd(16)} ${((performance.now() - from) / 1000).toFixed(1)} s`)
}

/** Nothing of ours is running at this point: a taken port is somebody else's. */
async function expectFree(name: string, number: number, command: string): Promise<void> {
  const free = await new Promise<boolean>((answer) => {
    const probe = createServer()
      .once('error', () => answer(false))
      .listen(number, '127.0.0.1', () => probe.close(() => answer(true)))
  })
  if (!free) throw new Error(`Port ${number} (${name}) is in use. Choose others: PORT=4000 ${command}`)
}

/** Tells people where everything is; `more` are rows of the world's own. */
export function announce(
  { dataDir, ports }: Place,
  env: Record<string, string>,
  more: [string, string][] = [],
): void {
  const emulated = `http://localhost:${ports.emulators}`
  const rows: [string, string][] = [
    ['Tune', env.PUBLIC_URL as string],
    ['Inbox', `${emulated}/mail`],
    ['PIX, as its payer', `${emulated}/pix`],
    ['Explorer', env.EXPLORER_URL as string],
    ['Emulators', emulated],
    ['Database', env.DATABASE_URL as string],
    ['Chain', env.CHAIN_RPC_URL as string],
    ...more,
    ['Data and logs', dataDir],
    ...[...DEMO_ACCOUNTS, DEMO_ARTIST].map(({ email, password }): [string, string] => [email, password]),
    ['Test card', '4242 4242 4242 4242, any future date, any code'],
  ]
  console.log(`\n${rows.map(([name, value]) => `  ${name.padEnd(18)} ${value}`).join('\n')}`)
  const seconds = (performance.now() / 1000).toFixed(1)
  console.log(`\nTune is ready: ${env.PUBLIC_URL}  (${seconds} s; Ctrl-C ends it)`)
}

type World = {
  parts: Parts
  /** Runs one of our scripts to its end, in a process of its own. */
  runScript: (name: string, env?: Record<string, string>) => Promise<void>
}

/** Claims the folder and the ports, starts everything by `start`, and ends it when asked to, or when it cannot begin. */
export function holdWorld(
  { dataDir, command, ports }: { dataDir: string; command: string; ports: Record<string, number> },
  start: (world: World) => Promise<void>,
): void {
  let ending: Promise<void> | null = null
  let claim: Awaited<ReturnType<typeof claimFolder>> | null = null
  const onStart = (pid: number | undefined) => claim?.add(pid)
  const parts = createParts({
    onStart,
    onGivingUp(why) {
      console.error(`\n${why}`)
      void shutDown(1)
    },
  })

  function shutDown(code: number): Promise<void> {
    ending ??= (async () => {
      await parts.end()
      process.exit(code)
    })()
    return ending
  }

  async function begin(): Promise<void> {
    requireFolder(dataDir)
    await mkdir(join(dataDir, 'logs'), { recursive: true })
    // Logs, mails and payments of the emulators, secrets: nobody else on the machine reads them.
    await chmod(dataDir, 0o700)
    claim = await claimFolder(dataDir)
    for (const [name, number] of Object.entries(ports)) await expectFree(name, number, command)
    await start({ parts, runScript: (name, env = {}) => runScript(name, env, onStart) })
    parts.hold()
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!ending) console.log('\nEnding…')
      void shutDown(0)
    })
  }
  console.log('Starting Tune')
  begin().catch(async (fault: Error) => {
    if (ending) return
    console.error(`\nTune could not start: ${fault.message}`)
    await shutDown(1)
  })
}
