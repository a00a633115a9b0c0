/** Which row of the real database stands for what in the model. */
import type { Person } from './people.ts'
import type { Artist, CardRefund, Charge, Gift, Payment, Project, Withdrawal } from './state.ts'

type ProjectRow = { id: number; uid: string }
/** With the account that acts for them. */
type ArtistRow = { uid: string; wallet: string; person: Person }
export type Names = {
  project: (project: Project) => ProjectRow
  artist: (artist: Artist) => ArtistRow
  /** The secrets of a gift's links, the newest last. */
  links: (gift: Gift) => string[]
  payment: (payment: Payment) => string
  withdrawal: (withdrawal: Withdrawal) => string
  /** The processor's id for the dispute of a charge. */
  dispute: (charge: Charge) => string
  refund: (refund: CardRefund) => string
  addProject: (project: Project, row: ProjectRow) => void
  addArtist: (artist: Artist, row: ArtistRow) => void
  addLink: (gift: Gift, code: string) => void
  /** Throws when the payment, or its uid, stands for another one already. */
  addPayment: (payment: Payment, uid: string) => void
  addDispute: (charge: Charge, id: string) => void
  addRefund: (refund: CardRefund, uid: string) => void
  addWithdrawal: (withdrawal: Withdrawal | undefined, uid: string) => void
}

export function createNames(): Names {
  const projects = new Map<number, ProjectRow>()
  const artists = new Map<number, ArtistRow>()
  const links = new Map<number, string[]>()
  const payments = new Map<number, string>()
  const models = new Map<string, number>()
  const disputes = new Map<number, string>()
  const refunds = new Map<number, string>()
  const withdrawals = new Map<number, string>()
  function find<Key, Value>(map: Map<Key, Value>, key: Key): Value {
    const found = map.get(key)
    if (found === undefined) throw new Error(`${key} has no row`)
    return found
  }
  return {
    project: ({ id }) => find(projects, id),
    artist: ({ id }) => find(artists, id),
    links: ({ id }) => links.get(id) ?? [],
    payment: ({ id }) => find(payments, id),
    dispute: ({ id }) => find(disputes, id),
    refund: ({ id }) => find(refunds, id),
    withdrawal: ({ id }) => find(withdrawals, id),
    addProject: ({ id }, row) => void projects.set(id, row),
    addArtist: ({ id }, row) => void artists.set(id, row),
    addLink: ({ id }, code) => void links.set(id, [...(links.get(id) ?? []), code]),
    addDispute: ({ id }, name) => void disputes.set(id, name),
    addRefund: ({ id }, uid) => void refunds.set(id, uid),
    addWithdrawal: (withdrawal, uid) => withdrawal && void withdrawals.set(withdrawal.id, uid),
    addPayment({ id }, uid) {
      if ((payments.get(id) ?? uid) !== uid || (models.get(uid) ?? id) !== id) {
        throw new Error(`payment ${id} was answered with the uid ${uid} of another one`)
      }
      payments.set(id, uid)
      models.set(uid, id)
    },
  }
}
