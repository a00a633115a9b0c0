// `npm start`: the whole world.
import { runHeld } from './starter.mjs'

await runHeld('scripts/world.ts', process.argv.slice(2))
