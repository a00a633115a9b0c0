/** Our own addresses as others see them, our clock, and our names. */
import { X509Certificate } from 'node:crypto'
import { resolveMx, resolveTxt } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import type { Env } from '#server/env.ts'
import { senderDomain } from '#server/platform/adapters/mailer.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { type Check, endOf, fault, unknown, well } from './finding.ts'
import { proxyChecks } from './proxy.ts'

/** Windows end to the second, and signed addresses with them. */
const MOST_SKEW_MS = 2000
/** HTTP tells whole seconds (RFC 9110, section 6.6.1), and an answer takes its time. */
const TOLD_TO_MS = 3000

export function siteChecks(env: Env, sql: Sql): Check[] {
  const origin = env.PUBLIC_URL.replace(/\/$/, '')
  return [
    {
      name: 'site',
      advice: 'Start the servers, and lead PUBLIC_URL to them.',
      async look() {
        const answer = await fetch(`${origin}/health`, { redirect: 'manual' })
        if (answer.status !== 200) return fault(`/health answers ${answer.status}`, this.advice)
        const answers = await fetch(`${origin}/webhooks/stripe`, { method: 'POST', redirect: 'manual' })
        return answers.status === 400
          ? well('answers, and its webhooks are reached')
          : fault(
              `/webhooks/stripe answers ${answers.status}`,
              'Have the proxy pass POST /webhooks/* on as it is.',
            )
      },
    },
    {
      name: 'clock',
      advice: 'Have this host keep time by NTP: whole windows end to the second.',
      async look() {
        const said = (await fetch(env.STRIPE_API_URL, { redirect: 'manual' })).headers.get('date')
        if (said === null) return unknown('the card processor does not tell the time', this.advice)
        const skew = Math.abs(Date.parse(said) - Date.now())
        return skew < MOST_SKEW_MS + TOLD_TO_MS
          ? well('is that of others')
          : fault(`differs by ${Math.round(skew / 1000)} s`, this.advice)
      },
    },
    {
      name: 'database’s clock',
      advice: 'Have both hosts keep time by NTP.',
      async look() {
        const [row] = await sql<[{ now: Date }]>`select clock_timestamp() as now`
        const skew = Math.abs(row.now.getTime() - Date.now())
        return skew < MOST_SKEW_MS
          ? well('is ours')
          : fault(`differs by ${Math.round(skew / 1000)} s`, this.advice)
      },
    },
    {
      name: 'database',
      advice: 'Set wal_level to logical and restart it.',
      async look() {
        const [row] = await sql<[{ level: string; version: string }]>`
          select current_setting('wal_level') as level, current_setting('server_version') as version`
        return row.level === 'logical'
          ? well(`Postgres ${row.version}`)
          : fault(`wal_level is ${row.level}`, this.advice)
      },
    },
    ...proxyChecks(env),
    ...certificateChecks(env),
    ...mailNameChecks(env),
  ]
}

function certificateChecks({ PUBLIC_URL, PIX_CLIENT_CERT }: Env): Check[] {
  const site = new URL(PUBLIC_URL)
  const ofSite: Check = {
    name: 'site’s certificate',
    advice: 'Renew it.',
    look: async () => endOf(await certificateOf(site), 'Renew it.'),
  }
  const advice = 'Have the PIX provider issue another one, and set PIX_CLIENT_CERT and PIX_CLIENT_KEY to it.'
  const ofPix: Check = {
    name: 'PIX certificate',
    advice,
    look: async () => endOf(new X509Certificate(await readFile(PIX_CLIENT_CERT ?? '')).validToDate, advice),
  }
  return [...(site.protocol === 'https:' ? [ofSite] : []), ...(PIX_CLIENT_CERT ? [ofPix] : [])]
}

function certificateOf(site: URL): Promise<Date> {
  return new Promise((resolve, reject) => {
    const options = { host: site.hostname, port: Number(site.port || 443), servername: site.hostname }
    const socket = connect({ ...options, rejectUnauthorized: false }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

/** SPF and DMARC of the sender's domain (RFC 7208, RFC 7489), MX of the replies'. DKIM's name is the mail service's secret. */
function mailNameChecks({ MAIL_FROM, MAIL_REPLY_DOMAIN }: Env): Check[] {
  const domain = senderDomain(MAIL_FROM) ?? ''
  const lookedUp = (name: string, host: string, has: () => Promise<boolean>, advice: string): Check => ({
    name,
    advice,
    async look() {
      try {
        return (await has()) ? well(`${host} has it`) : fault(`${host} has none`, advice)
      } catch (thrown) {
        const { code } = thrown as NodeJS.ErrnoException
        if (code === 'ENODATA' || code === 'ENOTFOUND') return fault(`${host} has none`, advice)
        return unknown(`${host} cannot be looked up from here (${code})`, advice)
      }
    },
  })
  const record = (name: string, host: string, begins: string, advice: string) => {
    const has = async () => (await resolveTxt(host)).some((parts) => parts.join('').startsWith(begins))
    return lookedUp(name, host, has, advice)
  }
  const replies = (host: string) => {
    const has = async () => (await resolveMx(host)).length > 0
    return lookedUp('MX', host, has, `Add an MX record to ${host}, with your mail service’s name.`)
  }
  return [
    ...(MAIL_REPLY_DOMAIN ? [replies(MAIL_REPLY_DOMAIN)] : []),
    record(
      'SPF',
      domain,
      'v=spf1',
      `Add a TXT record to ${domain}: v=spf1 include:… ~all, with your mail service’s name.`,
    ),
    record(
      'DMARC',
      `_dmarc.${domain}`,
      'v=DMARC1',
      `Add a TXT record to _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:…`,
    ),
  ]
}
