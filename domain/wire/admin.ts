/** The bodies of /api/v1/admin as they travel. Amounts are centavos, instants ISO 8601 in UTC. */
import type { PaymentFlow, PaymentMethod, PaymentStatus } from '../payment.ts'
import type { ProjectPhase } from '../project.ts'
import type { SupportStatus } from '../request.ts'

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

type WorkWire = { projectName: string; author: string; thumbnail: string }
type PersonWire = {
  uid: string
  fullName: string | null
  nickname: string | null
  email: string
  photoUrl: string | null
}

/** GET /admin/projects: drafts and closed ones too. */
export type AdminProjectWire = WorkWire & {
  id: number
  uid: string
  contractAddress: string | null
  fiatPrice: number
  totalSupply: number
  /** Tokens sold, in the first lot and at auction. */
  sales: number
  isActive: boolean
  isPaused: boolean
  phase: ProjectPhase
  createdAt: string
}

/** GET /admin/activity: every payment. */
export type AdminPaymentWire = {
  id: number
  uid: string
  flow: PaymentFlow
  method: PaymentMethod
  status: PaymentStatus
  amount: number
  createdAt: string
  user: PersonWire
  /** Null for a deposit. */
  project: WorkWire | null
}

/** GET /admin/support. The file itself is GET /admin/support/{id}/file. */
export type AdminSupportWire = {
  id: number
  subject: string
  message: string
  status: SupportStatus
  createdAt: string
  user: PersonWire & { tel: string | null }
  file: { type: string; isImage: boolean } | null
}

/** GET /admin/figures: what the job of every minute counted last. */
export type FiguresWire = {
  countedAt: string
  activeUsers: number
  activeProjects: number
  /** Payments, whatever became of them. */
  transactions: number
  tokensIssued: number
  /** The last thirty days in São Paulo, oldest first; `day` is `yyyy-MM-dd`. */
  days: { day: string; volume: number; fees: number; held: number }[]
  /** Of the same days, the projects that sold most, and what all others sold. */
  projects: { uid: string; projectName: string; volume: number }[]
  others: number
  /** The last twelve weeks by their Mondays, oldest first: of those who registered, who came how far. */
  weeks: { week: string; registered: number; completed: number; paid: number; bid: number }[]
}

/** POST /admin/pin: the file upload function. */
export type PinBody = { fileContent: object; fileName: string; isJson: true }
export type PinWire = { IpfsHash: string }
