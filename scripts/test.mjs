// `npm test` and `npm run test:all`: docs/tests.md.
import { runHeld } from './starter.mjs'

await runHeld('scripts/check/main.ts', process.argv.slice(2))
