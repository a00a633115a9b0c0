import { useTranslation } from 'react-i18next'
import type { WebhookWire } from '#server/product/operations/contract.ts'
import { type Column, DataList } from '../../../../back-office/data-list.tsx'
import { Moment } from '../../../../back-office/moment.tsx'
import { RowButton } from '../../../../back-office/row-button.tsx'
import { useAdminAction } from '../../../../back-office/use-admin-action.ts'
import { useList } from '../../../../back-office/use-list.ts'
import { refusalInWords } from '../../../../back-office/webhook-outcome.ts'
import { Words } from './words.tsx'

/** Provider events that we refused or have not applied yet. */
export function Webhooks() {
  const { t } = useTranslation('operations-back-office')
  const { t: money } = useTranslation('payments-back-office')
  const list = useList('GET /admin/webhooks', {
    underWay: (rows) => rows.some(({ outcome }) => outcome === null),
  })
  const replay = useAdminAction('POST /admin/webhooks/{id}/replay', {
    done: () => t('done'),
    failed: t('failed'),
  })
  const columns: Column<WebhookWire>[] = [
    { title: t('webhooks.event'), cell: ({ event }) => <Words small>{event}</Words> },
    { title: t('webhooks.type'), cell: ({ provider, type }) => <Words>{`${provider} · ${type}`}</Words> },
    {
      title: t('webhooks.outcome'),
      cell: ({ outcome }) => (
        <Words small>
          {outcome === null ? t('webhooks.waiting') : (refusalInWords(money, outcome) ?? outcome)}
        </Words>
      ),
    },
    { title: t('webhooks.receivedAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('actions'),
      cell: ({ id, event }) => (
        <RowButton
          label={t('replayOf', { name: event })}
          busy={replay.isPending}
          onClick={() => replay.mutate({ params: { id } })}
        >
          {t('replay')}
        </RowButton>
      ),
    },
  ]
  return (
    <DataList
      list={list}
      searchLabel={t('webhooks.search')}
      file={t('webhooks.file')}
      columns={columns}
      empty={t('webhooks.empty')}
    />
  )
}
