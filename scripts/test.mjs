// `npm test`: every check there is.
import { runHeld } from './starter.mjs'

await runHeld('scripts/check.ts', process.argv.slice(2))
