/** Each outside service: whether it is reached, and lets us in, by a call that changes nothing. */

import type { ServerContext } from '#server/context.ts'
import type { Env } from '#server/env.ts'
import { loadSdk } from '#server/platform/adapters/cards-sdk.ts'
import { connectMail } from '#server/platform/adapters/mailer.ts'
import { walletsOfAnotherSeed } from '#server/platform/keys/built-in-custodian.ts'
import { openFanKeys } from '#server/platform/keys/fan-keys.ts'
import { type Check, type Finding, fault, unknown, well } from './finding.ts'
import { videoCheck } from './video.ts'

export function serviceChecks(ctx: ServerContext): Check[] {
  const { env } = ctx
  return [
    {
      name: 'cards',
      advice: 'Look at STRIPE_SECRET_KEY: docs/going-live.md, Cards.',
      async look() {
        await (await loadSdk(env)).paymentIntents.list({ limit: 1 })
        return well('Stripe lets us in')
      },
    },
    {
      name: 'cards’ webhook',
      advice: `Add an endpoint at ${webhookOf(env)} in the dashboard.`,
      look: async () => cardWebhook(env),
    },
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
    advice: 'Look at CUSTODIAN_URL, CUSTODIAN_CLIENT and CUSTODIAN_SECRET.',
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

const webhookOf = (env: Env) => `${env.PUBLIC_URL.replace(/\/$/, '')}/webhooks/stripe`

async function cardWebhook(env: Env): Promise<Finding> {
  const advice = `Add an endpoint at ${webhookOf(env)} in the dashboard.`
  try {
    const { data } = await (await loadSdk(env)).webhookEndpoints.list({ limit: 100 })
    const ours = data.find(({ url }) => url === webhookOf(env))
    if (!ours) return fault('no endpoint leads here', advice)
    return ours.status === 'enabled'
      ? well('leads here')
      : fault('is switched off', 'Enable it in the dashboard.')
  } catch (thrown) {
    const { type = '' } = thrown as { type?: string }
    // A restricted key need not see them.
    if (type === 'StripePermissionError' || type === 'StripeInvalidRequestError')
      return unknown('this key may not see the endpoints', `Look whether ${webhookOf(env)} is one of them.`)
    throw thrown
  }
}

/** Google, Facebook and Apple, as far as they are set. */
function providerChecks(env: Env): Check[] {
  const providers = [
    ['Google', env.AUTH_GOOGLE_CLIENT_ID, env.AUTH_GOOGLE_ISSUER],
    ['Facebook', env.AUTH_FACEBOOK_CLIENT_ID, env.AUTH_FACEBOOK_ISSUER],
    ['Apple', env.AUTH_APPLE_CLIENT_ID, env.AUTH_APPLE_ISSUER],
  ] as const
  return providers.flatMap(([name, id, issuer]) =>
    id
      ? [
          {
            name,
            advice: `Look at AUTH_${name.toUpperCase()}_ISSUER, or remove AUTH_${name.toUpperCase()}_CLIENT_ID.`,
            look: async () =>
              letsUsIn(
                name,
                await call(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
                'describes itself',
              ),
          },
        ]
      : [],
  )
}

const call = (url: string, init: RequestInit = {}) =>
  fetch(url, {
    redirect: 'manual',
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  })

function letsUsIn(who: string, { status }: Response, does = 'lets us in'): Finding {
  if (status !== 200) throw new Error(`${who} answered ${status}`)
  return well(`${who} ${does}`)
}
