import type { AdminSupportWire } from '#server/product/support/contract.ts'

/** A request that waits is new until its first answer; afterwards its person wrote again. */
export function shownStatus({ status, answeredAt }: Pick<AdminSupportWire, 'status' | 'answeredAt'>) {
  return status === 'new' && answeredAt !== null ? 'again' : status
}
