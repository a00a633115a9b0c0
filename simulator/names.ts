/** Which row of the real database is what in the model. */
import type { Deposit, Payment, Project, Withdrawal } from './state.ts'

type ProjectRow = { id: number; uid: string }
export type Names = {
  project: (project: Project) => ProjectRow
  payment: (payment: Payment) => string
  withdrawal: (withdrawal: Withdrawal) => string
  deposit: (deposit: Deposit) => string
  addProject: (project: Project, row: ProjectRow) => void
  /** Throws when the payment, or its uid, stands for another one already. */
  addPayment: (payment: Payment, uid: string) => void
  addDeposit: (deposit: Deposit | undefined, uid: string) => void
  addWithdrawal: (withdrawal: Withdrawal | undefined, uid: string) => void
}

export function createNames(): Names {
  const projects = new Map<number, ProjectRow>()
  const payments = new Map<number, string>()
  const models = new Map<string, number>()
  const deposits = new Map<number, string>()
  const withdrawals = new Map<number, string>()
  function find<Key, Value>(map: Map<Key, Value>, key: Key): Value {
    const found = map.get(key)
    if (found === undefined) throw new Error(`${key} has no row`)
    return found
  }
  return {
    project: ({ id }) => find(projects, id),
    payment: ({ id }) => find(payments, id),
    deposit: ({ id }) => find(deposits, id),
    withdrawal: ({ id }) => find(withdrawals, id),
    addProject: ({ id }, row) => void projects.set(id, row),
    addDeposit: (deposit, uid) => deposit && void deposits.set(deposit.id, uid),
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
