/** Builds what production runs: the server and the web application. */
import { buildServer } from './build-server.ts'
import { buildWeb } from './build-web.ts'

await Promise.all([buildServer(), buildWeb()])
