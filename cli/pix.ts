/** The address at which the PIX provider calls. */
import { UsageError, withProduct } from './product.ts'

export const usage = [
  ['pix webhook show', 'the address that the PIX provider calls, and whether it is ours'],
  ['pix webhook register', 'registers ours, which has to answer already'],
] as const

export function run([subject, action]: string[]): Promise<number> {
  if (subject !== 'webhook' || (action !== 'show' && action !== 'register'))
    throw new UsageError('pix webhook show | pix webhook register')
  return withProduct(async ({ pix, say }) => {
    if (action === 'register') await pix.registerWebhook()
    const registered = await pix.registeredWebhook()
    if (registered === pix.webhookAddress) {
      say('The PIX provider calls our address.')
      return 0
    }
    say(`The PIX provider calls ${registered ? new URL(registered).host : 'nobody'}: not our address.`)
    return 1
  })
}
