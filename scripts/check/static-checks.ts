/** What needs neither a database nor a browser: types, the build, style, what is unused, what is generated, contracts. */
import { join } from 'node:path'
import { BIN, ROOT, run } from './run.ts'

type Check = { name: string; file: string; args: string[]; cwd?: string }

const types = (name: string, project: string): Check => ({
  name,
  file: join(BIN, 'tsc'),
  args: ['-p', project, '--noEmit'],
})

/** Each lane is one check after the other, and both run side by side. */
const LANES: Check[][] = [
  [
    types('types', 'tsconfig.json'),
    types('types of the web', 'web/tsconfig.json'),
    types('types of the service worker', 'web/service-worker/tsconfig.json'),
    { name: 'build', file: process.execPath, args: ['scripts/build.ts'] },
  ],
  [
    { name: 'lint and format', file: join(BIN, 'biome'), args: ['ci', '--diagnostic-level=warn', '.'] },
    {
      name: 'nothing unused',
      file: join(BIN, 'knip'),
      args: ['--include', 'files,dependencies,unlisted,unresolved', '--no-config-hints'],
    },
    { name: 'generated code', file: process.execPath, args: ['scripts/build-contracts.ts', '--check'] },
    { name: 'contracts', file: join(BIN, 'forge'), args: ['test'], cwd: join(ROOT, 'contracts') },
  ],
]

/** Prints each check's result, and the output of those that failed. */
export async function runStaticChecks(): Promise<{ passed: string[]; failed: string[] }> {
  const done = { passed: [] as string[], failed: [] as string[] }
  const one = async ({ name, file, args, cwd }: Check) => {
    const { code, output } = await run(file, args, cwd === undefined ? {} : { cwd })
    const result = code === 0 ? done.passed : done.failed
    result.push(name)
    if (code !== 0) console.error(output)
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
  }
  await Promise.all(
    LANES.map(async (lane) => {
      for (const check of lane) await one(check)
    }),
  )
  return done
}
