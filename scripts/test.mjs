// `npm test`: installs what is missing, then runs every check there is, under the pinned Node.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { NODE, ROOT, setup } from './setup.mjs'

await setup()
const check = spawnSync(NODE, [join(ROOT, 'scripts/check.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
})
process.exit(check.status ?? 1)
