// `npm run simulate -- --steps 100000`: installs what is missing, then runs the market simulator under the pinned Node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { NODE, ROOT, setup } from './setup.mjs'

await setup()
const run = spawn(NODE, [join(ROOT, 'simulator/main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
})
// The terminal tells both; whoever tells only us means both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => run.kill(signal))
run.on('exit', (code, signal) => process.exit(signal ? 1 : code))
