/** Whether the PIX provider tells us of money: it has one address for our key, and somebody else may have changed it. */
import type { ServerContext } from '../../context.ts'

/** Logs an error unless ours is registered. Never throws: payments are also asked for, later. */
export async function checkPixWebhook({ pix, log }: Pick<ServerContext, 'pix' | 'log'>): Promise<void> {
  try {
    const registered = await pix.registeredWebhook()
    if (registered === pix.webhookAddress) return
    // An address holds a secret: only where it leads is told.
    const told = registered === null ? 'none' : withoutQuery(registered)
    log.error(
      { registered: told, ours: withoutQuery(pix.webhookAddress) },
      'the PIX provider does not call us: npm run tune -- pix webhook register',
    )
  } catch (fault) {
    log.warn({ err: fault }, 'the PIX provider does not say where it calls')
  }
}

const withoutQuery = (address: string) => address.replace(/\?.*$/, '')
