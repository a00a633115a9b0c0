/**
 * What a fan sees, measured in a browser: a server with the built application, projects with covers, and a session.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { createApiKey } from '#server/platform/http/api-keys.ts'
import { buildWeb } from '../scripts/build-web.ts'
import type { BenchContext } from './main.ts'
import { type Seeded, seedMarket } from './seed.ts'
import { signTokens } from './tokens.ts'
import { JWT_SECRET, type RunningServer } from './world.ts'

const COVERS = join(import.meta.dirname, '../db/seed/covers')
const WORKS = [
  'mare-cheia',
  'noite-de-lata',
  'quintal-eletrico',
  'carta-ao-vento',
  'janela-acesa',
  'hora-de-luz',
]
const HOURS_12 = 43_200

export type Stage = {
  url: string
  server: RunningServer
  market: Seeded
  /** Signs a browser's pages in as the first fan. */
  signIn: (context: BrowserContext) => Promise<void>
}

export async function setStage({ world, folder }: BenchContext, fans: number): Promise<Stage> {
  await buildWeb()
  const database = await world.createDatabase()
  const market = await seedMarket(database.sql, { fans, auctions: WORKS.length })
  const server = await world.startServer(database, { env: { DATA_DIR: folder } })
  const url = `http://127.0.0.1:${server.port}`
  const key = createApiKey('service_role', JWT_SECRET)
  for (const [index, work] of WORKS.entries()) {
    const path = `images/projects/${work}.webp`
    const answer = await fetch(`${url}/storage/v1/object/${path}`, {
      method: 'POST',
      headers: {
        apikey: key,
        authorization: `Bearer ${key}`,
        'content-type': 'image/webp',
        'cache-control': 'max-age=3600',
      },
      body: await readFile(join(COVERS, `${work}.webp`)),
    })
    if (!answer.ok) throw new Error(`cover ${work}: ${await answer.text()}`)
    const thumbnail = `${url}/storage/v1/object/public/${path}`
    await database.sql`update projects set thumbnail = ${thumbnail} where id = ${market.projects[index]?.id ?? 0}`
    if (work === 'hora-de-luz') {
      await database.sql`
        insert into samples (project_name, author, thumbnail, lyrics, video_id)
        values ('Hora de Luz', 'Banda Candeeiro', ${thumbnail}, '<p>Luz</p>', 'hora-de-luz')`
    }
  }
  const [fan] = market.fans as [string]
  await database.sql`update users set first_access = false where uid = ${fan}`
  const [token] = await signTokens(JWT_SECRET, [fan])
  const session = {
    access_token: token,
    refresh_token: 'none',
    token_type: 'bearer',
    expires_in: HOURS_12,
    expires_at: Math.floor(Date.now() / 1000) + HOURS_12,
    user: { id: fan, email: 'bench1@tune.test', app_metadata: { provider: 'email' }, user_metadata: {} },
  }
  return {
    url,
    server,
    market,
    async signIn(context) {
      const page = await context.newPage()
      await page.goto(`${url}/legal/pt/terms.html`)
      await page.evaluate((kept) => localStorage.setItem('sb-127-auth-token', kept), JSON.stringify(session))
      await page.close()
    },
  }
}
