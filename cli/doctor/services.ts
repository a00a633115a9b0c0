/** Each outside service: whether it is reached, and lets us in, by a call that changes nothing. */

import type { ServerContext } from '#server/context.ts'
import type { Env } from '#server/env.ts'
import { connectMail } from '#server/platform/adapters/mailer.ts'
import { walletsOfAnotherSeed } from '#server/platform/keys/built-in-custodian.ts'
import { openFanKeys } from '#server/platform/keys/fan-keys.ts'
import { cardChecks } from './cards.ts'
import { type Check, fault, well } from './finding.ts'
import { call, letsUsIn } from './lets-us-in.ts'
import { providerChecks } from './providers.ts'
import { videoCheck } from './video.ts'

const MINUTE_MS = 60_000

export function serviceChecks(ctx: ServerContext): Check[] {
  const { env } = ctx
  return [
    ...cardChecks(env),
    {
      name: 'PIX',
      advice: 'Look at PIX_URL, the credentials and the certificate: docs/going-live.md, PIX.',
      async look() {
        const registered = await ctx.pix.registeredWebhook()
        if (registered === ctx.pix.webhookAddress)
          return well('the provider lets us in, and calls our address')
        return fault(
          'the provider lets us in, and does not call our address',
          'npm run tune -- pix webhook register',
        )
      },
    },
    {
      name: 'PIX’s rights',
      advice: 'Have the provider grant the rights of docs/going-live.md, PIX.',
      async look() {
        const period = { since: new Date(Date.now() - MINUTE_MS), until: new Date() }
        await ctx.pix.receivedBetween(period)
        await ctx.pix.paidOutBetween(period)
        return well('what came and what went can be read')
      },
    },
    {
      name: 'mail',
      advice: 'Look at SMTP_URL and SMTP_TLS: docs/going-live.md, Mail.',
      async look() {
        await (await connectMail(env)).verify()
        return well('the server lets us in')
      },
    },
    env.CUSTODIAN === 'built-in' ? seedCheck(ctx) : custodyCheck(env),
    {
      name: 'pinning',
      advice: 'Look at PINNING_URL and PINNING_TOKEN.',
      async look() {
        const headers = { authorization: `Bearer ${env.PINNING_TOKEN}` }
        return letsUsIn(
          'the pinning service',
          await call(`${env.PINNING_URL}/data/testAuthentication`, { headers }),
        )
      },
    },
    videoCheck(ctx),
    {
      name: 'files',
      advice: 'Look at S3_…: the bucket, its region and the key’s rights; or at the rights of DATA_DIR.',
      async look() {
        const key = `doctor/${crypto.randomUUID()}`
        await ctx.files.put(key, Buffer.from('tune'))
        const read = await ctx.files.read(key)
        await ctx.files.remove([key])
        return read?.toString() === 'tune'
          ? well(`${ctx.files.name} keeps what it is given`)
          : fault(`${ctx.files.name} did not give back what it was given`, this.advice)
      },
    },
    ...providerChecks(env),
  ]
}

function custodyCheck(env: Env): Check {
  return {
    name: 'wallets',
    advice:
      'Look at CUSTODIAN_URL, CUSTODIAN_CLIENT and CUSTODIAN_SECRET; without them the keys are ours (docs/going-live.md, Keys on the chain).',
    async look() {
      const body = JSON.stringify({ clientId: env.CUSTODIAN_CLIENT, secret: env.CUSTODIAN_SECRET })
      const address = `${env.CUSTODIAN_URL}/tenants/authorize`
      return letsUsIn('the custodian', await call(address, { method: 'POST', body }))
    },
  }
}

function seedCheck({ env, sql }: ServerContext): Check {
  return {
    name: 'wallets',
    advice: 'Look at CUSTODIAN_FILE and its passphrase; another seed gives other wallets.',
    async look() {
      const strange = await walletsOfAnotherSeed(sql, await openFanKeys(env))
      return strange === 0
        ? well('the seed is theirs')
        : fault(`${strange} of the newest are not of this seed`, this.advice)
    },
  }
}
