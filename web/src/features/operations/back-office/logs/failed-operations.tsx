import { useTranslation } from 'react-i18next'
import type { FailedOperationWire } from '#server/product/operations/contract.ts'
import { type Column, DataList } from '../../../../back-office/data-list.tsx'
import { Moment } from '../../../../back-office/moment.tsx'
import { RowButton } from '../../../../back-office/row-button.tsx'
import { useAdminAction } from '../../../../back-office/use-admin-action.ts'
import { useList } from '../../../../back-office/use-list.ts'
import { Words } from './words.tsx'

/** Operations that the chain refused to record; one that was undone because of it cannot be sent again. */
export function FailedOperations() {
  const { t } = useTranslation('operations-back-office')
  const list = useList('GET /admin/failed-operations')
  const retry = useAdminAction('POST /admin/failed-operations/{id}/retry', {
    done: () => t('done'),
    failed: t('failed'),
  })
  const columns: Column<FailedOperationWire>[] = [
    { title: t('operations.kind'), cell: ({ kind }) => <Words>{kind}</Words> },
    { title: t('operations.key'), cell: ({ key }) => <Words small>{key}</Words> },
    { title: t('operations.failure'), cell: ({ failure }) => <Words small>{failure}</Words> },
    { title: t('operations.createdAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('actions'),
      cell: ({ id, kind, mayRetry }) =>
        mayRetry ? (
          <RowButton
            label={t('retryOf', { name: kind, id })}
            busy={retry.isPending}
            onClick={() => retry.mutate({ params: { id } })}
          >
            {t('retry')}
          </RowButton>
        ) : (
          <span className="text-muted text-xs">{t('operations.undone')}</span>
        ),
    },
  ]
  return (
    <DataList
      list={list}
      searchLabel={t('operations.search')}
      file={t('operations.file')}
      columns={columns}
      empty={t('operations.empty')}
    />
  )
}
