// `node scripts/run.mjs {file} …`: any script of ours.
import { runHeld } from './starter.mjs'

const [file = '', ...rest] = process.argv.slice(2)
await runHeld(file, rest)
