/** Our own addresses as others see them, our clock, and our names. */
import { X509Certificate } from 'node:crypto'
import { resolveTxt } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import type { Env } from '#server/env.ts'
import { senderDomain } from '#server/platform/adapters/mailer.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { type Check, type Finding, fault, unknown, well } from './finding.ts'

const DAY_MS = 86_400_000
/** A certificate is renewed before this many days are left. */
const DAYS_LEFT = 21
/** Windows end to the second, and signed addresses with them. */
const MOST_SKEW_MS = 2000

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
    ...certificateChecks(env),
    ...mailNameChecks(env.MAIL_FROM),
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

function endOf(end: Date, advice: string): Finding {
  const days = Math.floor((end.getTime() - Date.now()) / DAY_MS)
  if (days < 0) return fault(`ended on ${end.toISOString().slice(0, 10)}`, advice)
  return days < DAYS_LEFT ? fault(`ends in ${days} days`, advice) : well(`is good for ${days} days`)
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

/** SPF and DMARC of the sender's domain (RFC 7208, RFC 7489). DKIM's name is the mail service's secret. */
function mailNameChecks(from: string): Check[] {
  const domain = senderDomain(from) ?? ''
  const record = (name: string, host: string, begins: string, advice: string): Check => ({
    name,
    advice,
    async look() {
      try {
        const texts = (await resolveTxt(host)).map((parts) => parts.join(''))
        return texts.some((text) => text.startsWith(begins))
          ? well(`${host} has it`)
          : fault(`${host} has none`, advice)
      } catch (thrown) {
        const { code } = thrown as NodeJS.ErrnoException
        if (code === 'ENODATA' || code === 'ENOTFOUND') return fault(`${host} has none`, advice)
        return unknown(`${host} cannot be looked up from here (${code})`, advice)
      }
    },
  })
  return [
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
