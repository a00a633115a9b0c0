/** Settings that are right for a developer's machine and wrong for other people's money. */
import { createECDH } from 'node:crypto'
import type { Env } from '#server/env.ts'
import { type Check, fault, well } from './finding.ts'

type Rule = { name: string; isWell: (env: Env) => boolean; said: string; advice: string }

const isSecure = (address: string) => address.startsWith('https://')

const RULES: readonly Rule[] = [
  {
    name: 'PUBLIC_URL',
    isWell: ({ PUBLIC_URL }) => isSecure(PUBLIC_URL),
    said: 'is not https',
    advice: 'Set it to the address that people type, with https: every link in a mail begins with it.',
  },
  {
    name: 'ADMIN_SECOND_FACTOR',
    isWell: ({ ADMIN_SECOND_FACTOR }) => ADMIN_SECOND_FACTOR === 'required',
    said: 'is off',
    advice: 'Remove it: whoever has an administrator’s password would have other people’s money.',
  },
  {
    name: 'CHAIN_OPERATOR_CLEAR',
    isWell: ({ CHAIN_OPERATOR_CLEAR }) => CHAIN_OPERATOR_CLEAR === 'refused',
    said: 'lets the chain’s key be in clear',
    advice: 'Seal the key (npm run tune -- operator seal), set CHAIN_OPERATOR_FILE, and remove this.',
  },
  {
    name: 'ADDRESS_LIMIT_FACTOR',
    isWell: ({ ADDRESS_LIMIT_FACTOR }) => ADDRESS_LIMIT_FACTOR === 1,
    said: 'is above 1',
    advice: 'Remove it: it weakens what stops guesses of passwords.',
  },
  {
    name: 'SMTP_TLS',
    isWell: ({ SMTP_TLS, SMTP_URL }) =>
      SMTP_TLS === 'required' || SMTP_URL.startsWith('smtps:') || isLocal(SMTP_URL),
    said: 'is off, and the mail server is elsewhere',
    advice: 'Remove it: mails and the server’s password would travel in clear.',
  },
  {
    name: 'MAIL_FROM',
    isWell: ({ MAIL_FROM }) => !/\.(test|example|invalid|local)>?$/.test(MAIL_FROM),
    said: 'is of a domain that does not exist',
    advice: 'Set an address of a domain of yours.',
  },
  {
    name: 'SUPPORT_EMAIL',
    isWell: ({ SUPPORT_EMAIL }) => !/\.(test|example|invalid|local)$/.test(SUPPORT_EMAIL),
    said: 'is of a domain that does not exist',
    advice: 'Set an address that somebody reads: alerts about money go there.',
  },
  {
    name: 'METRICS_TOKEN',
    isWell: ({ METRICS_TOKEN }) => METRICS_TOKEN !== undefined,
    said: 'is not set',
    advice: 'Set it and scrape /metrics: without it no alert of docs/dashboards can go off.',
  },
  {
    name: 'Stripe’s keys',
    isWell: (env) => modeOf(env.STRIPE_SECRET_KEY) === modeOf(env.STRIPE_PUBLISHABLE_KEY),
    said: 'are one for tests and one for real money',
    advice: 'Take both from the same mode of the dashboard.',
  },
  {
    name: 'Stripe’s mode',
    isWell: (env) => modeOf(env.STRIPE_SECRET_KEY) === 'live' || !isSecure(env.PUBLIC_URL),
    said: 'is for tests, on a public site',
    advice: 'Take the live keys: with these nobody is charged, and everybody gets what they ask for.',
  },
  {
    name: 'VAPID keys',
    isWell: ({ VAPID_PUBLIC_KEY: open, VAPID_PRIVATE_KEY: own }) =>
      open === undefined && own === undefined ? true : open === publicKeyOf(own),
    said: 'do not belong together',
    advice: 'Set both keys of one pair, or neither: push messages would be refused.',
  },
]

const modeOf = (key: string) => (/_live_/.test(key) ? 'live' : 'test')
const isLocal = (address: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)

function publicKeyOf(own: string | undefined): string | null {
  if (own === undefined) return null
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(own, 'base64url'))
  return pair.getPublicKey().toString('base64url')
}

export const settingChecks = (env: Env): Check[] =>
  RULES.map(({ name, isWell, said, advice }) => ({
    name,
    advice,
    look: async () => (isWell(env) ? well('is set as it should be') : fault(said, advice)),
  }))
