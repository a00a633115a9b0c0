/** Signature version 4 of a JSON call (docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html). */
import { createHash, createHmac } from 'node:crypto'

export type AwsCaller = { region: string; accessKeyId: string; secretAccessKey: string }

/** The headers of a POST to the root of `url`, good for a few minutes around `now` (milliseconds). */
export function signedHeaders(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  { region, accessKeyId, secretAccessKey, service }: AwsCaller & { service: string },
  now: number,
): Record<string, string> {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/${service}/aws4_request`
  const sent: Record<string, string> = { ...headers, 'x-amz-date': time }
  const names = [...Object.keys(sent), 'host'].sort()
  const lines = names.map((name) => `${name}:${(name === 'host' ? url.host : sent[name])?.trim()}\n`)
  const request = ['POST', url.pathname, '', lines.join(''), names.join(';'), digest(body)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<Buffer>(
    (under, part) => hmac(under, part),
    Buffer.from(`AWS4${secretAccessKey}`),
  )
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${digest(request)}`).toString('hex')
  const credential = `Credential=${accessKeyId}/${scope}`
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...sent, authorization }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
