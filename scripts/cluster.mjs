// `npm run cluster`: the product as on several hosts.
import { runHeld } from './starter.mjs'

await runHeld('scripts/cluster/main.ts', process.argv.slice(2))
