import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailedOperationWire } from '#server/product/operations/failures-contract.ts'
import { CloseIncidentDialog } from '../../../../back-office/close-incident-dialog.tsx'
import { type Column, DataList } from '../../../../back-office/data-list.tsx'
import { Incident } from '../../../../back-office/incident.tsx'
import { Moment } from '../../../../back-office/moment.tsx'
import { ASK_AGAIN_MS } from '../../../../back-office/office.tsx'
import { RowButton } from '../../../../back-office/row-button.tsx'
import { useAdminAction } from '../../../../back-office/use-admin-action.ts'
import { useList } from '../../../../back-office/use-list.ts'
import { api } from '../../../../lib/api.ts'
import { formatMomentInSaoPaulo } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { Notice } from '../../../../ui/notice.tsx'

/** Operations that the chain refused to record; one that was undone because of it cannot be sent again. */
export function FailedOperations() {
  const { t } = useTranslation(['operations-back-office', 'back-office'])
  const list = useList('GET /admin/failed-operations', { offered: { choices: [], days: true } })
  const retry = useAdminAction('POST /admin/failed-operations/{id}/retry', {
    done: () => t('done'),
    failed: t('failed'),
  })
  const [closing, close] = useState<FailedOperationWire | null>(null)
  const title = ({ kind }: FailedOperationWire) =>
    t(`operations.kinds.${kind as 'sell_unit'}.title`, { defaultValue: kind })
  const columns: Column<FailedOperationWire>[] = [
    {
      title: t('back-office:incident.what'),
      wide: true,
      cell: (operation) => (
        <Incident
          title={title(operation)}
          about={operation.about}
          todo={t(`operations.kinds.${operation.kind as 'sell_unit'}.todo`, { defaultValue: '' })}
          technical={`${operation.key}: ${operation.failure}`}
        />
      ),
    },
    { title: t('operations.createdAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('actions'),
      cell: (operation) => (
        <span className="flex flex-wrap justify-end gap-2 md:justify-start">
          {operation.mayRetry && (
            <RowButton
              label={t('retryOf', { name: title(operation), id: operation.id })}
              busy={retry.isPending}
              onClick={() => retry.mutate({ params: { id: operation.id } })}
            >
              {t('retry')}
            </RowButton>
          )}
          <RowButton
            look="quiet"
            label={t('back-office:incident.settleOf', { name: `${title(operation)} ${operation.id}` })}
            onClick={() => close(operation)}
          >
            {t('back-office:incident.settle')}
          </RowButton>
        </span>
      ),
    },
  ]
  return (
    <>
      <ChainWaiting />
      <DataList
        list={list}
        searchLabel={t('operations.search')}
        file={t('operations.file')}
        columns={columns}
        empty={t('operations.empty')}
      />
      {closing && (
        <CloseIncidentDialog
          call="POST /admin/failed-operations/{id}/settle"
          request={(note) => ({ params: { id: closing.id }, body: { note } })}
          title={title(closing)}
          onClose={() => close(null)}
        />
      )}
    </>
  )
}

/** What waits for the chain, which an empty list of refusals does not tell. */
function ChainWaiting() {
  const { t } = useTranslation('operations-back-office')
  const waiting = useQuery({
    queryKey: ['admin', 'chain-waiting'],
    queryFn: async ({ signal }) => (await api('GET /admin/chain-waiting', { signal })).data,
    refetchInterval: ASK_AGAIN_MS,
  })
  const { count = 0, oldest = null } = waiting.data ?? {}
  if (oldest === null) return null
  const at = formatMomentInSaoPaulo(oldest, currentLanguage())
  return (
    <div className="mb-4">
      <Notice>{t('operations.waiting', { count, at })}</Notice>
    </div>
  )
}
