/** Certificates for tests of mutual TLS: an authority, and what it has issued. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Paths of PEM files. */
export type Issued = { cert: string; key: string }
export type Authority = {
  /** Its own certificate. */
  ca: string
  /** For `hosts` (`localhost` and 127.0.0.1), as server and as client; it has ended where `days` is negative. */
  issue: (name: string, days?: number, kind?: keyof typeof NEW_KEYS, hosts?: string) => Promise<Issued>
  remove: () => Promise<void>
}

const NEW_KEYS = {
  ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
  rsa: ['-newkey', 'rsa:2048', '-nodes'],
}

export async function createAuthority(): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'tune-certificates-'))
  const path = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const ca = path('ca.pem')
  openssl(
    'req',
    '-x509',
    ...NEW_KEYS.ec,
    '-subj',
    '/CN=authority',
    '-keyout',
    path('ca.key'),
    '-out',
    ca,
    '-days',
    '2',
  )
  return {
    ca,
    async issue(name, days = 1, kind = 'ec', hosts = 'DNS:localhost,IP:127.0.0.1') {
      const [cert, key, request, extensions] = ['pem', 'key', 'csr', 'ext'].map((ending) =>
        path(`${name}.${ending}`),
      ) as [string, string, string, string]
      await writeFile(extensions, `subjectAltName=${hosts}\n`)
      openssl('req', ...NEW_KEYS[kind], '-subj', `/CN=${name}`, '-keyout', key, '-out', request)
      const signed = ['-CA', ca, '-CAkey', path('ca.key'), '-CAcreateserial', '-extfile', extensions]
      openssl('x509', '-req', '-in', request, '-out', cert, '-days', String(days), ...signed)
      return { cert, key }
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
