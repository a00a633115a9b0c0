/** The bodies of /api/v1/admin as they travel. Amounts are centavos, instants ISO 8601 in UTC. */

export const LIST_ORDERS = ['newest', 'oldest'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

/** GET /admin/users. */
export type AdminUserWire = {
  id: number
  uid: string
  fullName: string | null
  nickname: string | null
  email: string
  wallet: string | null
  photoUrl: string | null
  provider: string
  isComplete: boolean
  isActive: boolean
  createdAt: string
}
