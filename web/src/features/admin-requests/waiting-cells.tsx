import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { WaitingRefundWire, WaitingWriteOffWire } from '#domain/wire/admin-people.ts'
import { Person } from '../../back-office/person.tsx'
import { paths } from '../../lib/paths.ts'

type Waiting = WaitingRefundWire | WaitingWriteOffWire

/** Whose money waits for a second person. */
export function WaitingPerson({ user }: Pick<Waiting, 'user'>) {
  return (
    <Link
      to={paths.adminUser(user.uid)}
      className="inline-flex min-h-11 min-w-0 items-center text-left hover:text-accent-text"
    >
      <Person name={user.fullName} nickname={user.nickname} email={user.email} photoUrl={user.photoUrl} />
    </Link>
  )
}

/** Why it is asked for, and by whom. */
export function WaitingReason({ reason, approvals }: Pick<Waiting, 'reason' | 'approvals'>) {
  const { t } = useTranslation('admin-people')
  return (
    <span className="min-w-0 max-w-[40ch] text-right [overflow-wrap:anywhere] md:block md:text-left">
      {reason}
      <span className="block text-muted text-xs">
        {t('refund.by', { names: approvals.map(({ admin }) => admin).join(', ') })}
      </span>
    </span>
  )
}
