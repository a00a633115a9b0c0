/** Those who work in the back office, to one another. */
import { OWNER, type Role, type StaffRole } from '#domain/role.ts'
import type { Actor } from '../../platform/audit.ts'

/** An administrator in their role. */
export type Colleague = Actor & { role: StaffRole }

/** Only an owner acts on the account of somebody else who works in the back office, or reads what is private of it. */
export const isAbove = ({ uid, role }: { uid: string; role: Role }, by: Colleague): boolean =>
  role !== 'user' && by.role !== OWNER && uid !== by.uid
