// @module-tag release
/** What an operator deploys: the gathered release runs as a stranger on files it cannot change, and the files of deploy/ are valid. */
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { SETTINGS } from '#server/env.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { TEST_ENV } from '#server/testing/market.ts'
import { ensureEngine } from './engines.ts'
import { freePort } from './free-port.ts'
import { gatherRelease } from './gather-release.ts'
import { leash, release } from './leash.mjs'
import { postgresOwner } from './postgres.ts'

const ROOT = join(import.meta.dirname, '..')
const DEPLOY = join(ROOT, 'deploy')
const read = (file: string) => readFile(join(DEPLOY, file), 'utf8')
const has = (program: string) => spawnSync(program, ['--version']).status === 0

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tune-deploy-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a gathered release serves the application, its pages and its database, on files that it cannot change', async () => {
  const { url, drop } = await createTestDatabase({ empty: true })
  onTestFinished(drop)
  const folder = await scratch()
  const owner = postgresOwner()
  const gathered = await gatherRelease(join(folder, 'release'))
  spawnSync('chmod', ['-R', 'a-w,a+rX', gathered])
  const data = join(folder, 'data')
  await mkdir(data)
  await chmod(data, 0o777)
  // Where a stranger can run it.
  const node = join(folder, 'node')
  spawnSync('cp', [process.execPath, node])
  const port = await freePort()
  const env = {
    ...TEST_ENV,
    DATABASE_URL: url,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SERVICES: 'web,realtime',
    DATA_DIR: data,
    PATH: process.env.PATH,
  }
  // Before an upgrade: the database alone, and the end.
  const migrated = spawnSync(node, ['server/dist/main.cjs', 'migrate'], { cwd: gathered, ...owner, env })
  expect(migrated.status, String(migrated.stderr)).toBe(0)
  expect(String(migrated.stdout)).toContain('0001')
  const server = leash(node, ['server/dist/main.cjs'], { cwd: gathered, ...owner, env })
  onTestFinished(() => release(server))
  let said = ''
  for (const output of [server.stdout, server.stderr]) output?.on('data', (some) => (said += some))
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  for (let attempt = 0; ; attempt++) {
    if (server.exitCode !== null || attempt === 600) throw new Error(said.slice(-2000))
    if (
      await get('/health').then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    await sleep(50)
  }
  expect(await (await get('/')).text()).toContain('<div id="root">')
  expect((await (await get('/config.json')).json()) as object).toHaveProperty('anonKey')
  // A password's hash: the first of the two packages with binaries.
  const { anonKey } = (await (await get('/config.json')).json()) as { anonKey: string }
  const answer = await fetch(`http://127.0.0.1:${port}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@tune.test', password: 'Estrela-Guia#2026' }),
  })
  expect(answer.status, said.slice(-2000)).toBe(400)
})

test('every setting that deploy/ names is one of the server’s', async () => {
  const known = new Set([...SETTINGS, 'NODE_ENV', 'NODE_COMPILE_CACHE', 'MALLOC_MMAP_THRESHOLD_'])
  const named = [
    ...(await read('Dockerfile')).matchAll(/^(?:ENV|\s{4})\s*([A-Z_]+)=/gm),
    ...(await read('compose.yaml')).matchAll(/([A-Z_]+): [\w./]+(?=[, ]+[A-Z}])/g),
    ...(await read('tune@.service')).matchAll(/[ =]([A-Z_]{4,})=/g),
  ].map((match) => match[1] as string)
  expect(named).toContain('SERVICES')
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('the image runs as an ordinary user, from pinned versions, and what it copies exists', async () => {
  const lines = (await read('Dockerfile')).split('\n')
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  expect(lines.filter((line) => line.startsWith('FROM'))).toEqual([
    `FROM node:${dependencies.node}-bookworm-slim AS build`,
    `FROM node:${dependencies.node}-bookworm-slim`,
  ])
  expect(lines.indexOf('USER node')).toBeLessThan(lines.findIndex((line) => line.startsWith('CMD')))
  for (const image of (await read('compose.yaml')).matchAll(/image: (\S+)/g))
    expect(image[1]).toMatch(/^(tune|\w+:\d+\.\d+(\.\d+)?)$/)
})

test.skipIf(!has('systemd-analyze'))(
  'systemd accepts the unit, and finds little to complain about',
  async () => {
    const folder = await scratch()
    const unit = join(folder, 'tune@web.service')
    const text = (await read('tune@.service'))
      .replace('/opt/tune/node/bin/node', '/bin/sh')
      .replace('/opt/tune/current', '/tmp')
    await writeFile(unit, text)
    const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    expect(verified.stderr + verified.stdout).toBe('')
    expect(verified.status).toBe(0)
  },
)

const haproxy = ensureEngine('haproxy')
test.skipIf(!haproxy)('HAProxy accepts its configuration', () => {
  const checked = spawnSync(haproxy ?? '', ['-c', '-f', join(DEPLOY, 'haproxy.cfg')], { encoding: 'utf8' })
  expect(checked.status, checked.stderr).toBe(0)
})

const compose = ensureEngine('docker-compose')
test.skipIf(!compose)('Docker Compose accepts the composition, and knows every word of it', async () => {
  const folder = await scratch()
  const text = await read('compose.yaml')
  // Debian's Compose is older than this one word, which names the project.
  await writeFile(join(folder, 'compose.yaml'), text.replace(/^name: tune$/m, ''))
  await writeFile(join(folder, 'tune.env'), await read('tune.env.sample'))
  const judge = (file: string) =>
    spawnSync(compose ?? '', ['-f', join(folder, file), 'config'], { encoding: 'utf8' })
  const judged = judge('compose.yaml')
  expect(judged.stderr).toBe('')
  expect(judged.status).toBe(0)
  expect(judged.stdout).toContain('WORKER_PORT')
  await writeFile(join(folder, 'misspelt.yaml'), text.replace('read_only:', 'readonly:'))
  expect(judge('misspelt.yaml').stderr).toContain('readonly')
})
