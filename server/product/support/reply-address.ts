/** The address at which one conversation with support is answered by mail. */
import type { Env } from '../../env.ts'

type Domain = Pick<Env, 'MAIL_REPLY_DOMAIN'>

/** Null where no mail arrives for us. */
export function replyAddress({ MAIL_REPLY_DOMAIN: domain }: Domain, token: string): string | null {
  return domain ? `r-${token}@${domain}` : null
}

/** The token of the first of these addresses that is a conversation's. */
export function tokenIn({ MAIL_REPLY_DOMAIN: domain }: Domain, addresses: readonly string[]): string | null {
  for (const address of addresses) {
    const [, token, at] = /^r-([0-9a-f]{32})@(.+)$/.exec(address) ?? []
    if (token && at === domain?.toLowerCase()) return token
  }
  return null
}
