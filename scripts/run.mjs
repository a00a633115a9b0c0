// `node scripts/run.mjs {file} …`: runs any of our scripts.
import { runHeld } from './starter.mjs'

const [file = '', ...rest] = process.argv.slice(2)
await runHeld(file, rest)
