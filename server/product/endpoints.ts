/** All capabilities' endpoints, in one table. */
import type { Hono } from 'hono'
import type { ServerContext } from '../context.ts'
import { accessEndpoints } from './access/endpoints.ts'
import { accountingEndpoints } from './accounting/endpoints.ts'
import { alertsEndpoints } from './alerts/endpoints.ts'
import { createApiDoor } from './api/door.ts'
import type { ApiEnv } from './api/fan.ts'
import { artistsEndpoints } from './artists/endpoints.ts'
import { giftsEndpoints } from './gifts/endpoints.ts'
import { invoicesEndpoints } from './invoices/endpoints.ts'
import { marketEndpoints } from './market/endpoints.ts'
import { notificationsEndpoints } from './notifications/endpoints.ts'
import { operationsEndpoints } from './operations/endpoints.ts'
import { paymentsEndpoints } from './payments/endpoints.ts'
import { peopleEndpoints } from './people/endpoints.ts'
import { projectsEndpoints } from './projects/endpoints.ts'
import { referenceEndpoints } from './reference-endpoints.ts'
import { refundsEndpoints } from './refunds/endpoints.ts'
import { splitsEndpoints } from './splits/endpoints.ts'
import { studioEndpoints } from './studio/endpoints.ts'
import { supportEndpoints } from './support/endpoints.ts'
import { troublesEndpoints } from './troubles/endpoints.ts'
import { walletEndpoints } from './wallet/endpoints.ts'
import { withdrawalsEndpoints } from './withdrawals/endpoints.ts'

const ENDPOINTS = [
  referenceEndpoints,
  accessEndpoints,
  accountingEndpoints,
  alertsEndpoints,
  artistsEndpoints,
  giftsEndpoints,
  invoicesEndpoints,
  marketEndpoints,
  notificationsEndpoints,
  operationsEndpoints,
  paymentsEndpoints,
  peopleEndpoints,
  projectsEndpoints,
  refundsEndpoints,
  splitsEndpoints,
  studioEndpoints,
  supportEndpoints,
  troublesEndpoints,
  walletEndpoints,
  withdrawalsEndpoints,
]

/** /api/v1. */
export const createProductApi = (ctx: ServerContext): Hono<ApiEnv> => createApiDoor(ctx, ENDPOINTS)
