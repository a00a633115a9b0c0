/** What stands between the processes: the load balancer, the connection pool and the message servers. */
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Part, program } from '../parts.ts'
import type { Owner } from '../postgres.ts'
import { logOf, type Place } from '../surroundings.ts'
import type { ClusterPorts } from './ports.ts'

type Setting = { place: Place; ports: ClusterPorts; owner: Owner | null; folder: string }

export function nats({ place, ports, folder }: Setting, path: string): Part[] {
  const routes = ports.natsRoutes.map((port) => `nats://127.0.0.1:${port}`).join(',')
  return ports.nats.map((port, index) => {
    const name = `nats-${index + 1}`
    const args = [
      ...['-n', name, '-a', '127.0.0.1', '-p', String(port), '-js', '-sd', join(folder, name)],
      ...[
        '--cluster_name',
        'tune',
        '--cluster',
        `nats://127.0.0.1:${ports.natsRoutes[index]}`,
        '--routes',
        routes,
      ],
    ]
    return program(logOf(place, name), path, args, () => isOpen(port))
  })
}

/** In transaction mode: many connections of ours share few of Postgres'. */
export async function pool({ place, ports, owner, folder }: Setting, path: string): Promise<Part> {
  const users = join(folder, 'pgbouncer-users.txt')
  const config = join(folder, 'pgbouncer.ini')
  await writeFile(users, '"postgres" ""\n')
  await writeFile(
    config,
    `[databases]
* = host=127.0.0.1 port=${ports.postgres}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pool}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 20
server_login_retry = 0.2
ignore_startup_parameters = extra_float_digits
`,
  )
  return program(logOf(place, 'pool'), path, [config], () => isOpen(ports.pool), { owner })
}

/**
 * One address for the application, one for whichever Postgres is the primary, one for its replica. A server that is ending
 * says so at /health and gets no more requests. What a server that died has not answered is asked of another one, where asking
 * twice is safe: reads, and calls that carry a key.
 */
export async function balancer({ place, ports }: Setting, path: string): Promise<Part> {
  const config = join(place.dataDir, 'haproxy.cfg')
  const application = (ports: number[], name: string) =>
    ports.map((port, index) => `  server ${name}-${index + 1} 127.0.0.1:${port} check`).join('\n')
  const postgres = ports.databases
    .map(
      (port, index) => `  server postgres-${index + 1} 127.0.0.1:${port} check port ${ports.patroni[index]}`,
    )
    .join('\n')
  await writeFile(
    config,
    `global
  stats socket ${join(place.dataDir, 'haproxy.sock')} mode 600 level admin

defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 2s
  retries 3
  option redispatch
  retry-on conn-failure empty-response
  default-server inter 500ms fall 2 rise 1

frontend application
  bind 127.0.0.1:${ports.product}
  http-request set-header X-Forwarded-For %[src]
  http-request disable-l7-retry unless METH_GET or { req.hdr(idempotency-key) -m found }
  use_backend realtime if { path_beg /realtime/ }
  default_backend web

backend web
  option httpchk
  http-check send meth GET uri /health ver HTTP/1.1 hdr Host localhost
${application(ports.web, 'web')}

backend realtime
  option httpchk
  http-check send meth GET uri /health ver HTTP/1.1 hdr Host localhost
  balance leastconn
${application(ports.realtime, 'realtime')}

listen primary
  bind 127.0.0.1:${ports.postgres}
  mode tcp
  timeout client 1h
  timeout server 1h
  option httpchk OPTIONS /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${postgres}

listen replica
  bind 127.0.0.1:${ports.replica}
  mode tcp
  timeout client 1h
  timeout server 1h
  option httpchk OPTIONS /replica
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${postgres}
`,
  )
  return program(logOf(place, 'balancer'), path, ['-db', '-f', config], () => isOpen(ports.product))
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => {
        socket.destroy()
        answer(true)
      })
      .once('error', () => answer(false))
  })
}
