import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { UserHoldWire } from '#server/product/people/wire.ts'
import { type Column, Table } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { dataOf } from '../../../lib/api.ts'
import { unbroken } from '../../../lib/format.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PaymentLink } from './payment-link.tsx'

/** What is set aside of the person's money, and for what. */
export function UserHolds({ uid }: { uid: string }) {
  const { t } = useTranslation(['people-back-office', 'back-office'])
  const holds = useQuery({
    queryKey: ['admin', 'user', uid, 'holds'],
    queryFn: ({ signal }) => dataOf('GET /admin/users/{uid}/holds', { params: { uid }, signal }),
  })
  const reasonOf = ({ reason }: UserHoldWire) => t(`user.holdReasons.${reason}`)
  const columns: Column<UserHoldWire>[] = [
    { title: t('user.when'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: t('user.what'), cell: (hold) => reasonOf(hold) },
    {
      title: t('user.project'),
      cell: ({ projectName }) => projectName ?? <span className="text-muted">--</span>,
    },
    { title: t('user.amount'), cell: ({ amount }) => unbroken(formatBRL(amount)), figures: true },
    {
      title: t('user.actions'),
      cell: (hold) =>
        hold.payment ? (
          <PaymentLink uid={hold.payment} project={hold.projectName ?? reasonOf(hold)} amount={hold.amount} />
        ) : (
          <span className="text-muted">--</span>
        ),
    },
  ]
  if (holds.isPending) return <Skeleton className="h-40" />
  if (holds.isError) {
    return (
      <Failure
        message={t('back-office:loadFailed')}
        onRetry={() => void holds.refetch()}
        retrying={holds.isFetching}
      />
    )
  }
  if (holds.data.length === 0) return <p className="text-muted">{t('user.noHolds')}</p>
  return <Table columns={columns} rows={holds.data} />
}
