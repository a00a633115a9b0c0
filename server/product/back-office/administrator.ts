import type { Context } from 'hono'
import type { Administrator } from '../../platform/audit.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import type { ApiEnv } from '../api/door.ts'

/** Who does it and from where, for the audit trail. Only behind `onlyAdmins`. */
export function administrator(c: Context<ApiEnv>): Administrator {
  return { uid: c.get('fan').uid, address: clientAddress(c) }
}
