/**
 * Addresses at Bunny's CDN that are good for one folder and until one second: its directory tokens, version HS256. Source:
 * docs.bunny.net/cdn/security/token-authentication/advanced; its vectors: github.com/BunnyWay/BunnyCDN.TokenAuthentication,
 * e2e/vectors.json.
 */
import { createHmac } from 'node:crypto'

/** `path`: what may be read, everything that begins with it. `expires`: unix seconds. */
export function cdnToken(key: string, path: string, expires: number): string {
  const digest = createHmac('sha256', key).update(`${path}${expires}token_path=${path}`).digest('base64url')
  return `HS256-${digest}`
}

/** The address of `file` in `folder`; what the file names beside itself has the same token, as that stands in the path. */
export function cdnAddress(zone: string, key: string, folder: string, file: string, expires: number): string {
  const path = `/${folder}/`
  const grant = `bcdn_token=${cdnToken(key, path, expires)}&token_path=${encodeURIComponent(path)}&expires=${expires}`
  return `${zone.replace(/\/$/, '')}/${grant}${path}${file}`
}
