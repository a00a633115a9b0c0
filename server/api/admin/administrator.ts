import type { Context } from 'hono'
import type { Administrator } from '../../audit.ts'
import { clientAddress } from '../../http/client-address.ts'
import type { ApiEnv } from '../door.ts'

/** Who does it and from where, for the audit trail. Only behind `onlyAdmins`. */
export function administrator(c: Context<ApiEnv>): Administrator {
  return { uid: c.get('fan').uid, address: clientAddress(c) }
}
