import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { movementKey } from '#domain/statement.ts'
import type { StatementWire } from '#server/product/wallet/contract.ts'
import { type Column, ListRows } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { api } from '../../../lib/api.ts'
import { unbroken } from '../../../lib/format.ts'

type Movement = StatementWire['data'][number]

const PAGE_SIZE = '30'

/** The statement as the person sees it, in the same words. */
export function UserStatement({ uid }: { uid: string }) {
  const { t } = useTranslation(['people-back-office', 'wallet'])
  const rows = useInfiniteQuery({
    queryKey: ['admin', 'user', uid, 'statement'],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, cursor: pageParam }
      return api('GET /admin/users/{uid}/statement', { params: { uid }, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
  const money = (centavos: number) => unbroken(formatBRL(centavos))
  const columns: Column<Movement>[] = [
    { title: t('user.when'), cell: ({ at }) => <Moment at={at} /> },
    {
      title: t('user.what'),
      cell: ({ project, ...movement }) => (
        <span className="min-w-0 text-right md:text-left">
          {t(`wallet:${movementKey(movement)}`)}
          {project && <span className="block text-muted text-xs">{project}</span>}
        </span>
      ),
    },
    { title: t('user.amount'), cell: ({ amount }) => money(amount), figures: true },
    {
      title: t('user.change'),
      cell: ({ change }) => `${change > 0 ? '+ ' : ''}${money(change)}`,
      figures: true,
    },
    {
      title: t('user.balance'),
      cell: ({ balance }) => <span className={balance < 0 ? 'text-loss' : ''}>{money(balance)}</span>,
      figures: true,
    },
  ]
  return <ListRows list={{ rows, typed: '' }} columns={columns} empty={t('user.noStatement')} />
}
