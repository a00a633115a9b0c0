/** Settings that fit their forms and still do not go together, or do not suit a site that other people use. */
import { createECDH } from 'node:crypto'
import type { Env } from './env.ts'
import { isPublicSite } from './env-site.ts'

type Read = Partial<Env>
export type Rule = {
  name: string
  /** Whatever could not be read is not judged: `isWell` is asked only when all of these are there. */
  needs: readonly (keyof Env)[]
  isWell: (env: Env) => boolean
  said: string
  advice: string
  /**
   * What a server does about it: refuses to start; does so on a public site, unless it is a rehearsal; or says so there.
   */
  weight: 'refused' | 'refused in public' | 'said in public'
}

const isSecure = (address: string) => address.startsWith('https://')
const isLocal = (address: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])
const modeOf = (key: string) => (/_live_/.test(key) ? 'live' : 'test')

export const RULES: readonly Rule[] = [
  {
    name: 'PUBLIC_URL',
    needs: ['PUBLIC_URL'],
    isWell: ({ PUBLIC_URL }) => isSecure(PUBLIC_URL),
    said: 'is not https',
    advice: 'Set it to the address that people type, with https: every link in a mail begins with it.',
    weight: 'refused in public',
  },
  {
    name: 'ADMIN_SECOND_FACTOR',
    needs: ['ADMIN_SECOND_FACTOR'],
    isWell: ({ ADMIN_SECOND_FACTOR }) => ADMIN_SECOND_FACTOR === 'required',
    said: 'is off',
    advice: 'Remove it: whoever has an administrator’s password would have other people’s money.',
    weight: 'refused in public',
  },
  {
    name: 'CHAIN_OPERATOR_CLEAR',
    needs: ['CHAIN_OPERATOR_CLEAR'],
    isWell: ({ CHAIN_OPERATOR_CLEAR }) => CHAIN_OPERATOR_CLEAR === 'refused',
    said: 'lets the chain’s key be in clear',
    advice: 'Seal the key (npm run tune -- operator seal), set CHAIN_OPERATOR_FILE, and remove this.',
    weight: 'said in public',
  },
  {
    name: 'CHAIN_CONFIRMATIONS',
    needs: [],
    isWell: ({ CHAIN_CONFIRMATIONS }) => CHAIN_CONFIRMATIONS !== 0,
    said: 'is 0',
    advice: 'Remove it: a receipt that is replaced afterwards would have been believed.',
    weight: 'refused in public',
  },
  {
    name: 'ADDRESS_LIMIT_FACTOR',
    needs: ['ADDRESS_LIMIT_FACTOR'],
    isWell: ({ ADDRESS_LIMIT_FACTOR }) => ADDRESS_LIMIT_FACTOR === 1,
    said: 'is above 1',
    advice: 'Remove it: it weakens what stops guesses of passwords.',
    weight: 'said in public',
  },
  {
    name: 'TRUSTED_PROXIES',
    needs: ['TRUSTED_PROXIES', 'HOST', 'SERVICES'],
    isWell: ({ TRUSTED_PROXIES, HOST, SERVICES }) =>
      TRUSTED_PROXIES.length > 0 || !LOOPBACK.has(HOST) || !/web|realtime/.test(String(SERVICES)),
    said: 'is not set, and nobody but what is on this machine reaches the server',
    advice:
      'Set it to 127.0.0.1, where the proxy is: all callers are one to it otherwise, and share one limit.',
    weight: 'said in public',
  },
  {
    name: 'SMTP_TLS',
    needs: ['SMTP_TLS', 'SMTP_URL'],
    isWell: ({ SMTP_TLS, SMTP_URL }) =>
      SMTP_TLS === 'required' || SMTP_URL.startsWith('smtps:') || isLocal(SMTP_URL),
    said: 'is off, and the mail server is elsewhere',
    advice: 'Remove it: mails and the server’s password would travel in clear.',
    weight: 'said in public',
  },
  {
    name: 'MAIL_FROM',
    needs: ['MAIL_FROM'],
    isWell: ({ MAIL_FROM }) => !/\.(test|example|invalid|local)>?$/.test(MAIL_FROM),
    said: 'is of a domain that does not exist',
    advice: 'Set an address of a domain of yours.',
    weight: 'refused in public',
  },
  {
    name: 'SUPPORT_EMAIL',
    needs: ['SUPPORT_EMAIL'],
    isWell: ({ SUPPORT_EMAIL }) => !/\.(test|example|invalid|local)$/.test(SUPPORT_EMAIL),
    said: 'is of a domain that does not exist',
    advice: 'Set an address that somebody reads: alerts about money go there.',
    weight: 'refused in public',
  },
  {
    name: 'VIDEO_PROVIDER',
    needs: ['VIDEO_PROVIDER'],
    isWell: ({ VIDEO_PROVIDER }) => VIDEO_PROVIDER !== 'bunny',
    said: 'is bunny, whose page alone ends with a window: what it has fetched by then plays on',
    advice: 'Set it to bunny-cdn or s3 (docs/going-live.md): there manifest and segments end as well.',
    weight: 'said in public',
  },
  {
    name: 'METRICS_TOKEN',
    needs: [],
    isWell: ({ METRICS_TOKEN }) => METRICS_TOKEN !== undefined,
    said: 'is not set',
    advice: 'Set it and scrape /metrics: without it no alert of docs/dashboards can go off.',
    weight: 'said in public',
  },
  {
    name: 'Stripe’s keys',
    needs: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
    isWell: (env) => modeOf(env.STRIPE_SECRET_KEY) === modeOf(env.STRIPE_PUBLISHABLE_KEY),
    said: 'are one for tests and one for real money',
    advice: 'Take both from the same mode of the dashboard.',
    weight: 'refused',
  },
  {
    name: 'Stripe’s mode',
    needs: ['STRIPE_SECRET_KEY', 'PUBLIC_URL'],
    isWell: (env) => modeOf(env.STRIPE_SECRET_KEY) === 'live' || !isSecure(env.PUBLIC_URL),
    said: 'is for tests, on a public site',
    advice: 'Take the live keys: with these nobody is charged, and everybody gets what they ask for.',
    weight: 'refused in public',
  },
  {
    name: 'VAPID keys',
    needs: [],
    isWell: ({ VAPID_PUBLIC_KEY: open, VAPID_PRIVATE_KEY: own }) =>
      open === undefined && own === undefined ? true : open === publicKeyOf(own),
    said: 'do not belong together',
    advice: 'Set both keys of one pair, or neither: push messages would be refused.',
    weight: 'refused',
  },
  {
    name: 'REHEARSAL',
    needs: ['REHEARSAL'],
    isWell: ({ REHEARSAL }) => REHEARSAL === 'off',
    said: 'is on',
    advice: 'Remove it before anything real is at stake.',
    weight: 'said in public',
  },
]

/** Which of them these settings break, by what a server does about it. */
export function rulesBroken(read: Read): { refused: Rule[]; warned: Rule[] } {
  const isPublic = read.PUBLIC_URL !== undefined && isPublicSite(read.PUBLIC_URL)
  const isStrict = isPublic && read.REHEARSAL !== 'on'
  const broken = RULES.filter(
    ({ needs, isWell }) => needs.every((name) => read[name] !== undefined) && !isWell(read as Env),
  )
  const isRefused = ({ weight }: Rule) => weight === 'refused' || (weight === 'refused in public' && isStrict)
  return {
    refused: broken.filter(isRefused),
    warned: broken.filter((rule) => isPublic && !isRefused(rule)),
  }
}

function publicKeyOf(own: string | undefined): string | null {
  if (own === undefined) return null
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(own, 'base64url'))
  return pair.getPublicKey().toString('base64url')
}
