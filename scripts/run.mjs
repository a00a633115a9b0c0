// `node scripts/run.mjs {file} …`: installs what is missing, then runs a script of ours under the pinned Node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { NODE, ROOT, setup } from './setup.mjs'

await setup()
const [file, ...rest] = process.argv.slice(2)
const run = spawn(NODE, [join(ROOT, file ?? ''), ...rest], {
  stdio: 'inherit',
  env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
})
// The terminal tells both; whoever tells only us means both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => run.kill(signal))
run.on('exit', (code, signal) => process.exit(signal ? 1 : code))
