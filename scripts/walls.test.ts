/** The walls between the folders, and a few conventions of the repository, as a test whose messages say why. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { REFUSALS } from '#domain/refusal.ts'
import { REFUSAL_STATUS } from '#domain/refusal-status.ts'
import { readSchema } from '#server/platform/db/schema-files.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = [
  'domain',
  'i18n',
  'server',
  'web',
  'emulators',
  'conformance',
  'e2e',
  'bench',
  'simulator',
  'fuzz',
  'cli',
  'deploy',
  'scripts',
].filter((folder) => existsSync(join(ROOT, folder)))

/** Paths from the root; the others are relative to the folder that a document is about. */
const OURS = new RegExp(`^(${FOLDERS.join('|')}|db|contracts|docs)/`)

type Source = { path: string; text: string; imports: string[] }

const sources: Source[] = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((path) => !path.includes('node_modules') && !path.startsWith('web/dist'))
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8')
      return { path, text, imports: importsOf(path, text) }
    }),
)

/** The files of ours that a file imports, as paths from the root, however they are written. */
function importsOf(path: string, text: string): string[] {
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
    (match) => match[1] as string,
  )
  return found.flatMap((target) => pathOf(path, target) ?? [])
}

/** A target in a file of ours as a path from the root; null for a package. */
function pathOf(path: string, target: string): string | null {
  if (target.startsWith('#')) return target.slice(1)
  return target.startsWith('.') ? normalize(join(path, '..', target)) : null
}

const isTest = (path: string) => /\.test\.tsx?$|\/testing\/|testing\.ts$/.test(path)

type Wall = { of: RegExp; may: RegExp; why: string; tests?: boolean }
const WALLS: Wall[] = [
  { of: /^domain\//, may: /^domain\//, why: 'the rules know nothing but themselves' },
  { of: /^i18n\//, may: /^i18n\//, why: 'texts know nothing but themselves' },
  { of: /^web\//, may: /^(web|domain|i18n)\//, why: 'the browser gets rules and texts, never server code' },
  {
    of: /^server\//,
    may: /^(server|domain|i18n|contracts\/abi|db)\//,
    why: 'the server knows the world outside only by address',
  },
  {
    of: /^cli\//,
    may: /^(cli|server|domain)\//,
    why: 'a terminal does what the product can do, and no more',
  },
  { of: /^emulators\//, may: /^emulators\//, why: 'emulators stand outside the product' },
  {
    of: /^simulator\//,
    may: /^(simulator|server|domain|scripts)\//,
    why: 'the simulator drives rules and server, and nothing depends on it',
  },
  {
    of: /^fuzz\//,
    may: /^(fuzz|server)\/|^scripts\/remote\.ts$/,
    why: 'bad input is made from what the server says of itself, and nothing depends on it',
  },
  {
    of: /^scripts\/verify-auction\.ts$/,
    may: /^$/,
    why: 'whoever doubts the product need not trust its code',
  },
  { of: /^conformance\//, may: /^(conformance|server)\//, why: 'clients judge doors, nothing else' },
  {
    of: /^server\/product\/(market\/(auction-publisher|market-diff)|projects\/projects-publisher)\.ts$/,
    may: /^(server\/(product\/market\/market-diff|platform\/(log|pace))|domain)/,
    why: 'what is broadcast is given its reads: it asks no database itself',
  },
  {
    of: /^server\/platform\/adapters\//,
    may: /^(server\/(platform\/(adapters|same-text|xml-text)|env)|domain)/,
    why: 'adapters never import upward',
  },
  {
    of: /^server\/platform\//,
    may: /^(server\/(platform|env)|domain|i18n|contracts\/abi|db)/,
    why: 'the platform serves any product, and knows none',
  },
  {
    of: /^server\/product\/[^/]+\/(?!endpoints\.ts$|(reconcile|look-around)\.ts$|(pin-metadata|video-library)\.ts$)/,
    may: /^(server\/(?!platform\/(?:adapters|chain)\/|app|main|worker)|domain|i18n)/,
    why: 'only an endpoint or a job calls the outside world, and only through what it is given',
  },
  {
    of: /^server\/doors\//,
    may: /^server\/(doors|platform\/(db|files|log|http|rate-limit))/,
    why: 'a compatible door touches no product code, so that it could become a package',
  },
  {
    of: /^web\/src\/(ui|lib)\//,
    may: /^(web\/src\/(ui|lib)|domain|i18n)\//,
    why: 'the kit knows no feature',
  },
  {
    of: /^web\/src\/back-office\//,
    may: /^(web\/src\/(back-office|session|ui|lib)|domain|i18n)\//,
    why: 'what the screens of the back office share knows none of them',
  },
  {
    of: /^web\/src\/session\//,
    may: /^(web\/src\/(session|ui|lib)|domain|i18n)\//,
    why: 'the session knows no feature',
  },
]

/** What every capability may import. */
const SHARED = /^server\/product\/(api|back-office|approvals|ledger)\//
const capabilityOf = (path: string) => /^server\/product\/([^/]+)\//.exec(path)?.[1]

describe('walls', () => {
  test('are looked at from both sides', () => {
    expect(sources.length).toBeGreaterThan(200)
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(500)
  })

  test.each(WALLS.map((wall) => [String(wall.of), wall] as const))('%s', (_name, wall) => {
    const broken = sources
      .filter(({ path }) => wall.of.test(path) && !isTest(path))
      .flatMap(({ path, imports }) =>
        imports
          // A type disappears before anything runs; it ties a command to an adapter's types, not to its calls.
          .filter((target) => !wall.may.test(target) && !isTypeOnly(path, target))
          .map((target) => `${path} imports ${target}: ${wall.why}`),
      )
    expect(broken).toEqual([])
  })

  test('a feature of the web uses another through what that one offers, and no two use each other', () => {
    const feature = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]
    const crossings = sources
      .flatMap(({ path, imports }) => imports.map((target) => ({ path, target })))
      .map(({ path, target }) => ({ path, target, from: feature(path), to: feature(target) }))
      .filter(({ from, to }) => from && to && from !== to)
    const hidden = crossings.filter(({ target }) => !target.endsWith('/public.ts'))
    expect(hidden.map(({ path, target }) => `${path} imports ${target}`)).toEqual([])
    const pairs = new Set(crossings.map(({ from, to }) => `${from} ${to}`))
    const mutual = [...pairs].filter((pair) => pairs.has(pair.split(' ').reverse().join(' ')))
    expect(mutual).toEqual([])
  })

  test('a capability uses another through what that one offers, and no two use each other', () => {
    const crossings = sources
      .filter(({ path }) => !isTest(path))
      .flatMap(({ path, imports }) => imports.map((target) => ({ path, target })))
      .map(({ path, target }) => ({ path, target, from: capabilityOf(path), to: capabilityOf(target) }))
      .filter(({ from, to }) => from && to && from !== to)
    const hidden = crossings.filter(({ path, target }) => {
      // Contracts are built from contracts.
      if (/(contract|wire)\.ts$/.test(path) && /(contract|wire)\.ts$/.test(target)) return false
      return !target.endsWith('/public.ts') && !SHARED.test(target)
    })
    expect(hidden.map(({ path, target }) => `${path} imports ${target}`)).toEqual([])
    const pairs = new Set(crossings.map(({ from, to }) => `${from} ${to}`))
    expect([...pairs].filter((pair) => pairs.has(pair.split(' ').reverse().join(' ')))).toEqual([])
    expect(crossings.filter(({ target }) => !SHARED.test(target)).length).toBeLessThan(61)
  })

  test('nothing of ours imports the emulators', () => {
    const broken = sources.filter(
      ({ path, imports }) =>
        !path.startsWith('emulators/') && imports.some((target) => target.startsWith('emulators/')),
    )
    expect(broken.map(({ path }) => path)).toEqual([])
  })
})

/** What takes a web process longest to load, and what most of its requests do without. */
const HEAVY =
  /^(viem|sharp|stripe|nodemailer|undici|sanitize-html|graphile-worker|mailparser|prom-client|@aws-sdk)\b/

test('a web process starts without what it may never need: that is imported where it is used', () => {
  const from = new Map([['server/services.ts', '']])
  const found: string[] = []
  for (const path of from.keys())
    for (const target of loadedAtOnce(path)) {
      const ours = pathOf(path, target)
      if (ours && !from.has(ours)) from.set(ours, path)
      if (HEAVY.test(target)) found.push(`${target} by ${path}, by ${from.get(path)}`)
    }
  expect(from.size).toBeGreaterThan(300)
  expect(found).toEqual([])
})

/** What a file imports when it is loaded itself; types are gone by then. */
function loadedAtOnce(path: string): string[] {
  const text = sources.find((source) => source.path === path)?.text ?? ''
  return [...text.matchAll(/^(?:import|export)(?: ([^'"()=]*) from)? ['"]([^'"]+)['"]/gm)]
    .filter(([, names = '']) => !namesTypesAlone(names))
    .map(([, , target]) => target as string)
}

function namesTypesAlone(names: string): boolean {
  const listed = /^\s*\{([^}]*)\}/.exec(names)?.[1]?.split(',') ?? []
  const given = listed.map((name) => name.trim()).filter(Boolean)
  return (
    names.trim().startsWith('type ') || (given.length > 0 && given.every((name) => name.startsWith('type ')))
  )
}

function isTypeOnly(path: string, target: string): boolean {
  const { text } = sources.find((source) => source.path === path) as Source
  const name = target.split('/').at(-1)?.replace(/[.]/g, '\\.')
  const lines = [...text.matchAll(new RegExp(`import ([^'"]*?) from ['"][^'"]*${name}['"]`, 'g'))].map(
    (match) => match[1],
  )
  return lines.length > 0 && lines.every((line) => line?.trim().startsWith('type '))
}

const HABITS: { of: RegExp; except?: RegExp; never: RegExp; instead: string }[] = [
  {
    of: /^domain\//,
    never: /Date\.now\(|new Date\(\)|Math\.random|process\.|fetch\(/,
    instead: 'take time, chance and the world as arguments',
  },
  {
    of: /^server\//,
    except: /^server\/env\.ts/,
    never: /process\.env/,
    instead: 'read it in server/env.ts, which checks everything at once',
  },
  {
    of: /^(server|web\/src)\//,
    // The specification prescribes this spelling.
    except: /^web\/src\/app\/service-worker\.ts$/,
    never: /console\.(log|error|warn)/,
    instead: 'use the logger, or show the person',
  },
  {
    of: /^web\/src\//,
    except: /^web\/src\/lib\/browser-storage\.ts$/,
    never: /(local|session)Storage[.[]/,
    instead: 'use inBrowser or inTab of web/src/lib/browser-storage.ts, which never throw',
  },
  {
    of: /^(server|web\/src|domain)\//,
    never: /NODE_ENV|VITEST|isTest\b/,
    instead: 'the product does not know it is tested',
  },
  {
    of: /^web\/src\/(features|ui|app)\/.*\.tsx$/,
    never: /\bfetch\(/,
    instead: 'call it in the feature’s api.ts',
  },
  {
    of: /^web\/src\/.*\.tsx?$/,
    except: /\.test\.tsx?$/,
    never: /['"\s]#[0-9a-fA-F]{3,8}['"\s;]|\b(?:rgba?|hsla?|oklch)\(|\[[\d.]+px\]/,
    instead: 'name colours and measures in web/src/styles/tokens.css',
  },
  {
    of: /^web\/src\/(back-office\/|features\/[^/]+\/back-office\/).*\.tsx$/,
    never: /<(?!Pill\b)\w+[^<>]*>\s*\{t\(`[^`]*[sS]tatuses\./,
    instead: 'say a status of the back office by a Pill',
  },
  { of: /./, never: /\/\/ ?(TODO|FIXME|XXX)\b/, instead: 'do it, or open an issue' },
  { of: /./, never: /@ts-ignore|biome-ignore-all/, instead: 'mend the type' },
]

describe('habits', () => {
  test.each(HABITS.map((habit) => [`${habit.instead} (${habit.of})`, habit] as const))(
    '%s',
    (_name, habit) => {
      const broken = sources.filter(
        ({ path, text }) =>
          habit.of.test(path) &&
          !habit.except?.test(path) &&
          !isTest(path) &&
          path !== 'scripts/walls.test.ts' &&
          habit.never.test(text),
      )
      expect(broken.map(({ path }) => path)).toEqual([])
    },
  )

  test('a file has one reason to change: none is longer than 400 lines', () => {
    const long = sources.filter(({ path, text }) => !isTest(path) && text.split('\n').length > 400)
    expect(long.map(({ path }) => path)).toEqual([])
  })
})

test.each(['auth', 'rest', 'storage', 'realtime'])('the %s door has no option that nobody sets', (door) => {
  const read = (file: string) => readFileSync(join(ROOT, 'server', file), 'utf8')
  const wiring = read('app.ts') + read('services.ts')
  const [, type = ''] =
    /^export type \w+Options = (?:\w+ & )?\{\n(.*?)^\}/ms.exec(read(`doors/${door}/options.ts`)) ?? []
  const options = [...type.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name = '']) => name)
  expect(options.length).toBeGreaterThan(3)
  const unset = options.filter((name) => !new RegExp(`\\b${name}(?:,|:| \\})`).test(wiring))
  expect(unset).toEqual([])
})

/** The SQL functions in which `writes` is found, and the files of code that are not tests. */
async function writersOf(writes: RegExp): Promise<string[]> {
  const functions = (await readSchema(ROOT)).functions
    .flatMap(({ text }) => text.split(/^(?=create or replace)/m))
    .filter((part) => writes.test(part))
    .map((part) => /function ([\w.]+)/.exec(part)?.[1] ?? part)
  const files = sources.filter(({ path, text }) => !isTest(path) && writes.test(text)).map(({ path }) => path)
  return [...functions, ...files].sort()
}

test('three functions change the ledger’s balances', async () => {
  const writes = /update\s+ledger\.accounts\s+set\s+balance\b/
  expect(await writersOf(writes)).toEqual(['ledger.hold', 'ledger.recount', 'ledger.transfer'])
  const elsewhere = sources.filter(
    ({ path, text }) => !isTest(path) && /update\s+ledger\.accounts\b/.test(text),
  )
  expect(elsewhere.map(({ path }) => path)).toEqual([])
})

test('one function changes the status of a payment', async () => {
  const writes = /update\s+(?:public\.)?payments\s+set\s[^;`]*\bstatus\s*=[^;`]*\bwhere/
  expect(await writersOf(writes)).toEqual(['private.payments_become'])
})

describe('documents', () => {
  const documents = ['README.md', 'emulators/README.md'].concat(
    readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  )
  const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8')

  test.each(documents)('%s names files that exist', (document) => {
    const named = [
      ...textOf(document).matchAll(/`([a-z0-9-]+\/[\w./-]+\.(?:ts|tsx|mjs|js|sol|sql|json|css|md))`/g),
    ]
    const ours = named.map((match) => match[1] as string).filter((path) => OURS.test(path))
    expect(ours.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('docs/coverage.md names tests that exist', () => {
    const proofs = textOf('docs/coverage.md').matchAll(/`([^`]+\.(?:ts|tsx|sol))`((?:,? (?:and )?"[^"]+")+)/g)
    const missing = [...proofs].flatMap(([, path = '', names = '']) => {
      const text = textOf(path).replaceAll("\\'", "'")
      return [...names.matchAll(/"([^"]+)"/g)]
        .map((match) => match[1] as string)
        .filter((name) => !text.includes(name))
    })
    expect(missing).toEqual([])
  })

  test('docs/errors.md lists every refusal with its status, in order of precedence', () => {
    const [, table = ''] = textOf('docs/errors.md').split('| code | status | meaning |')
    const [rows = ''] = table.split('\n\n')
    const listed = [...rows.matchAll(/^\| `(\w+)` \| (\d{3}) \| .+ \|$/gm)].map(([, code, status]) => [
      code,
      Number(status),
    ])
    expect(listed).toEqual(REFUSALS.map((code) => [code, REFUSAL_STATUS[code]]))
  })

  test('docs/coverage.md names symbols that their files hold', () => {
    const symbols = textOf('docs/coverage.md').split('\n').flatMap(symbolsNamed)
    expect(symbols.length).toBeGreaterThan(200)
    const missing = symbols.filter(({ path, symbol }) => !holds(path, textOf(path), symbol))
    expect(missing.map(({ path, symbol }) => `${path} does not hold ${symbol}`)).toEqual([])
  })
})

/** `path/file.ts` `symbol`, `another`: each symbol with the file named before it. Folders are no symbols. */
function symbolsNamed(line: string): { path: string; symbol: string }[] {
  let path = ''
  return [...line.matchAll(/([^`]*)`([^`]+)`/g)].flatMap(([, between = '', name = '']) => {
    if (OURS.test(name)) {
      path = /\.\w+$/.test(name) ? name : ''
      return []
    }
    if (!/^(| |, | and |, and )$/.test(between)) path = ''
    return path ? [{ path, symbol: name }] : []
  })
}

/** Whether a file contains a symbol as a whole word; in a JSON file, a key by its path. */
function holds(path: string, text: string, symbol: string): boolean {
  if (path.endsWith('.json') && /^\w+(\.\w+)+$/.test(symbol)) {
    const keys = symbol.split('.')
    return keys.reduce((branch, key) => branch?.[key], JSON.parse(text)) !== undefined
  }
  return new RegExp(`(?<!\\w)${RegExp.escape(symbol)}(?!\\w)`).test(text)
}

test('every deed that the audit trail keeps has its words', () => {
  const { deeds } = JSON.parse(readFileSync(join(ROOT, 'i18n/pt/operations-back-office.json'), 'utf8'))
  const kept = sources
    .filter(({ path }) => path.startsWith('server/') && !isTest(path))
    .flatMap(({ text }) => [...text.matchAll(/action: '([\w-]+)\.([\w-]+)'/g)])
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.filter(([, thing = '', deed = '']) => !deeds[thing]?.[deed]).map(([said]) => said)).toEqual([])
})
