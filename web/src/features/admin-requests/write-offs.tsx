import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { WaitingWriteOffWire } from '#domain/wire/admin-people.ts'
import { type Column, DataList } from '../../back-office/data-list.tsx'
import { Moment } from '../../back-office/moment.tsx'
import { Person } from '../../back-office/person.tsx'
import { useList } from '../../back-office/use-list.ts'
import { WriteOffDecision } from '../../back-office/write-off-decision.tsx'
import { unbroken } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'

/** Debts to be given up that wait for a second person. */
export function WriteOffs() {
  const { t } = useTranslation('admin-people')
  const list = useList<WaitingWriteOffWire>('/admin/write-offs-waiting')
  const columns: Column<WaitingWriteOffWire>[] = [
    {
      title: t('requests.user'),
      cell: ({ user }) => (
        <Link
          to={paths.adminUser(user.uid)}
          className="inline-flex min-h-11 min-w-0 items-center text-left hover:text-accent-text"
        >
          <Person name={user.fullName} nickname={user.nickname} email={user.email} photoUrl={user.photoUrl} />
        </Link>
      ),
    },
    { title: t('requests.amount'), figures: true, cell: ({ amount }) => unbroken(formatBRL(amount)) },
    {
      title: t('requests.reason'),
      cell: ({ reason, approvals }) => (
        <span className="min-w-0 max-w-[40ch] text-right [overflow-wrap:anywhere] md:block md:text-left">
          {reason}
          <span className="block text-muted text-xs">
            {t('refund.by', { names: approvals.map(({ admin }) => admin).join(', ') })}
          </span>
        </span>
      ),
    },
    { title: t('requests.askedAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: t('requests.actions'), cell: (writeOff) => <WriteOffDecision writeOff={writeOff} /> },
  ]
  return (
    <DataList
      list={list}
      searchLabel={t('debts.search')}
      file={t('debts.file')}
      columns={columns}
      empty={t('debts.empty')}
    />
  )
}
