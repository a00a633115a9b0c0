/** nginx with one process and one file. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.ts'
import { leash, release } from '../scripts/leash.mjs'
import { findTool } from './tools.ts'

export type Nginx = {
  port: number
  /** Of the file. */
  path: string
  stop: () => Promise<void>
}

const PATH = '/media/file'
const OPEN_TO_ALL = 0o755

export async function startNginx(file: Buffer): Promise<Nginx> {
  const nginx = findTool('nginx', 'nginx')
  // Its worker is nobody when root starts it: the folder must be open to all.
  const folder = await mkdtemp(join(tmpdir(), 'tune-nginx-'))
  await chmod(folder, OPEN_TO_ALL)
  await mkdir(join(folder, 'media'))
  await writeFile(join(folder, PATH), file)
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port))
  const child = leash(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'])
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint += chunk
  })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${complaint}`)
    await sleep(20)
  }
  return {
    port,
    path: PATH,
    async stop() {
      await release(child)
      await rm(folder, { recursive: true })
    },
  }
}

function configuration(folder: string, port: number): string {
  return `
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
  }
}
`
}
