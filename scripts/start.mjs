// `npm start`: installs what is missing, then starts the whole world under the pinned Node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { NODE, ROOT, setup } from './setup.mjs'

await setup()
const world = spawn(NODE, [join(ROOT, 'scripts/world.ts')], {
  // The world ends when this pipe closes, so it cannot outlive us however we end.
  stdio: ['pipe', 'inherit', 'inherit'],
  env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
})
const end = () => world.stdin.end()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
const parent = process.ppid
setInterval(() => {
  // npm was killed outright and could not tell us.
  if (process.ppid !== parent) end()
}, 1000).unref()
world.on('exit', (code, signal) => process.exit(signal ? 1 : code))
