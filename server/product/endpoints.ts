/** All capabilities' endpoints, in one table. */
import type { Hono } from 'hono'
import type { ServerContext } from '../context.ts'
import { accessEndpoints } from './access/endpoints.ts'
import { createApiDoor } from './api/door.ts'
import type { ApiEnv } from './api/fan.ts'
import { artistsEndpoints } from './artists/endpoints.ts'
import { marketEndpoints } from './market/endpoints.ts'
import { notificationsEndpoints } from './notifications/endpoints.ts'
import { operationsEndpoints } from './operations/endpoints.ts'
import { paymentsEndpoints } from './payments/endpoints.ts'
import { peopleEndpoints } from './people/endpoints.ts'
import { projectsEndpoints } from './projects/endpoints.ts'
import { referenceEndpoints } from './reference-endpoints.ts'
import { refundsEndpoints } from './refunds/endpoints.ts'
import { supportEndpoints } from './support/endpoints.ts'
import { walletEndpoints } from './wallet/endpoints.ts'
import { withdrawalsEndpoints } from './withdrawals/endpoints.ts'

const ENDPOINTS = [
  referenceEndpoints,
  accessEndpoints,
  artistsEndpoints,
  marketEndpoints,
  notificationsEndpoints,
  operationsEndpoints,
  paymentsEndpoints,
  peopleEndpoints,
  projectsEndpoints,
  refundsEndpoints,
  supportEndpoints,
  walletEndpoints,
  withdrawalsEndpoints,
]

/** /api/v1. */
export const createProductApi = (ctx: ServerContext): Hono<ApiEnv> => createApiDoor(ctx, ENDPOINTS)
