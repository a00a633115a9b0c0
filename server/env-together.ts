/** What settings ask of each other. */
import { fiscalFaults } from './env-fiscal.ts'

type Settings = Readonly<Record<string, string | undefined>>

/** Each of these says nothing without the others of its group. */
const TOGETHER = [
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['PIX_CLIENT_CERT', 'PIX_CLIENT_KEY'],
  ['MAIL_REPLY_DOMAIN', 'MAIL_WEBHOOK_SECRET'],
  ['CHAIN_OPERATOR_KMS', 'KMS_REGION', 'KMS_ACCESS_KEY_ID', 'KMS_SECRET_ACCESS_KEY'],
]

/** What a server would otherwise start with half of: what belongs to it is off, and nobody is told. */
const HALVES = [
  ['AUTH_GOOGLE_CLIENT_ID', 'AUTH_GOOGLE_CLIENT_SECRET'],
  ['AUTH_FACEBOOK_CLIENT_ID', 'AUTH_FACEBOOK_CLIENT_SECRET'],
  ['AUTH_APPLE_CLIENT_ID', 'AUTH_APPLE_CLIENT_SECRET'],
  ['VIDEO_LIBRARY_ID', 'VIDEO_API_KEY'],
]

const OPERATOR = ['CHAIN_OPERATOR_KEY', 'CHAIN_OPERATOR_FILE', 'CHAIN_OPERATOR_KMS']

/** One line for each fault. */
export function faultsBetween(set: Settings): string[] {
  return [
    ...TOGETHER.flatMap((group) => halfOf(set, group)),
    ...custodianFaults(set),
    ...operatorFaults(set),
    ...videoFaults(set),
    ...fiscalFaults(set),
  ]
}

/** The same for a server that is about to serve people; the command line works without. */
export function halvesMissing(set: Settings): string[] {
  return [
    ...HALVES.flatMap((group) => halfOf(set, group)),
    ...(set.NATS_REPLICAS !== undefined && set.NATS_URL === undefined
      ? ['NATS_URL: is not set, but NATS_REPLICAS is']
      : []),
    ...(set.PIX_WEBHOOK_CERTIFICATE === 'required' && set.PIX_WEBHOOK_URL === undefined
      ? ['PIX_WEBHOOK_URL: is not set, but PIX_WEBHOOK_CERTIFICATE is required: it takes a host of its own']
      : []),
  ]
}

function halfOf(set: Settings, group: string[]): string[] {
  const [given] = group.filter((name) => set[name] !== undefined)
  return given === undefined ? [] : missing(set, group).map((name) => `${name}: is not set, but ${given} is`)
}

const missing = (set: Settings, names: string[]) => names.filter((name) => set[name] === undefined)

export type Custodian = 'service' | 'built-in'

/** Said, or else a service's where one is named. */
export function custodianOf(set: {
  CUSTODIAN?: string | undefined
  CUSTODIAN_URL?: string | undefined
}): Custodian {
  if (set.CUSTODIAN !== undefined) return set.CUSTODIAN as Custodian
  return set.CUSTODIAN_URL === undefined ? 'built-in' : 'service'
}

function custodianFaults(set: Settings): string[] {
  if (custodianOf(set) === 'built-in')
    return [
      ...missing(set, ['CUSTODIAN_FILE']).map(
        (name) =>
          `${name}: is not set; make a seed (npm run tune -- custodian create), or set CUSTODIAN_URL to a service`,
      ),
      ...passphraseFaults(set, 'CUSTODIAN'),
    ]
  return missing(set, ['CUSTODIAN_URL', 'CUSTODIAN_CLIENT', 'CUSTODIAN_SECRET']).map(
    (name) => `${name}: is not set`,
  )
}

/** What each provider of videos cannot do without. */
const VIDEO: Readonly<Record<string, string[]>> = {
  bunny: ['VIDEO_EMBED_URL'],
  'bunny-cdn': ['VIDEO_CDN_URL', 'VIDEO_CDN_KEY'],
}

function videoFaults(set: Settings): string[] {
  return missing(set, VIDEO[set.VIDEO_PROVIDER ?? 'bunny'] ?? []).map((name) => `${name}: is not set`)
}

function operatorFaults(set: Settings): string[] {
  const given = OPERATOR.filter((name) => set[name] !== undefined)
  if (given.length !== 1)
    return [`CHAIN_OPERATOR_…: exactly one of ${OPERATOR.join(', ')} has to be set, not ${given.length}`]
  if (given[0] === 'CHAIN_OPERATOR_FILE') return passphraseFaults(set, 'CHAIN_OPERATOR')
  const isPublic = set.PUBLIC_URL?.startsWith('https:') && set.CHAIN_OPERATOR_CLEAR !== 'allowed'
  if (given[0] === 'CHAIN_OPERATOR_KEY' && isPublic)
    return [
      'CHAIN_OPERATOR_KEY: a key in clear is not for a public site; seal it (npm run tune -- operator seal) and set ' +
        'CHAIN_OPERATOR_FILE',
    ]
  return []
}

function passphraseFaults(set: Settings, prefix: string): string[] {
  const names = [`${prefix}_PASSPHRASE`, `${prefix}_PASSPHRASE_FILE`]
  return missing(set, names).length === 1 ? [] : [`${names.join(' or ')}: one of the two has to be set`]
}
