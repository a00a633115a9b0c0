/** What needs neither a database nor a browser: types, the build, style, what is unused, what is generated, contracts. */
import { join } from 'node:path'
import { BIN, ROOT, run } from './run.ts'

type Check = { name: string; file: string; args: string[]; cwd?: string }

const types = (name: string, project: string): Check => ({
  name,
  file: join(BIN, 'tsc'),
  args: ['-p', project, '--noEmit'],
})

const TYPES = [
  types('types', 'tsconfig.json'),
  types('types of the web', 'web/tsconfig.json'),
  types('types of the service worker', 'web/service-worker/tsconfig.json'),
]
/** The application as a world serves it: some server tests and every journey do. */
const BUILD: Check = { name: 'build', file: process.execPath, args: ['scripts/build.ts'] }
const OTHERS: Check[] = [
  { name: 'lint and format', file: join(BIN, 'biome'), args: ['ci', '--diagnostic-level=warn', '.'] },
  {
    name: 'nothing unused',
    file: join(BIN, 'knip'),
    args: ['--include', 'files,dependencies,unlisted,unresolved', '--no-config-hints'],
  },
  { name: 'generated code', file: process.execPath, args: ['scripts/build-contracts.ts', '--check'] },
  { name: 'contracts', file: join(BIN, 'forge'), args: ['test'], cwd: join(ROOT, 'contracts') },
]

type Results = { passed: string[]; failed: string[] }

export const runTypes = (): Promise<Results> => runLanes([TYPES])
export const runStaticChecks = (): Promise<Results> => runLanes([[...TYPES, BUILD], OTHERS])

/** Each lane is one check after the other, and all run side by side. Prints each result, and the output of what failed. */
async function runLanes(lanes: Check[][]): Promise<Results> {
  const done: Results = { passed: [], failed: [] }
  const one = async ({ name, file, args, cwd }: Check) => {
    const { code, output } = await run(file, args, cwd === undefined ? {} : { cwd })
    const result = code === 0 ? done.passed : done.failed
    result.push(name)
    if (code !== 0) console.error(output)
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
  }
  await Promise.all(
    lanes.map(async (lane) => {
      for (const check of lane) await one(check)
    }),
  )
  return done
}
