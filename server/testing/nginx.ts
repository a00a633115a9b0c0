/** nginx with a configuration that we ship. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/free-port.ts'
import { leash, release } from '../../scripts/leash.mjs'

const MOST_TRIES = 5
const MOST_LOOKS = 500

export type Nginx = { port: number; stop: () => Promise<void> }

/**
 * Starts `binary` with the servers that `siteOn` describes for a port, and resolves once `answers` says so. Another test may
 * take a port between its choice and its use: nginx then ends at once, and is started on another.
 */
export async function startNginx(
  binary: string,
  siteOn: (port: number) => string | Promise<string>,
  answers: (port: number) => Promise<boolean>,
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'tune-nginx-'))
  await chmod(folder, 0o755)
  const file = join(folder, 'nginx.conf')
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const port = await freePort()
    await writeFile(
      file,
      `error_log stderr crit; pid ${folder}/pid; events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; ${await siteOn(port)} }`,
    )
    const child = leash(binary, ['-p', folder, '-c', file, '-g', 'daemon off;'])
    const end = () => release(child)
    for (let look = 0; look < MOST_LOOKS && child.exitCode === null; look++) {
      if (await answers(port)) return { port, stop: () => end().then(() => rm(folder, { recursive: true })) }
      await sleep(20)
    }
    await end()
  }
  await rm(folder, { recursive: true })
  throw new Error('nginx did not start')
}
