import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MONEY_PROVIDERS } from '#domain/payment.ts'
import type { WebhookWire } from '#server/product/operations/webhook-contract.ts'
import { CloseIncidentDialog } from '../../../../back-office/close-incident-dialog.tsx'
import { type Column, DataList } from '../../../../back-office/data-list.tsx'
import { Incident } from '../../../../back-office/incident.tsx'
import { Moment } from '../../../../back-office/moment.tsx'
import { RowButton } from '../../../../back-office/row-button.tsx'
import { useAdminAction } from '../../../../back-office/use-admin-action.ts'
import { useList } from '../../../../back-office/use-list.ts'
import { refusalInWords } from '../../../../back-office/webhook-outcome.ts'
import { paths } from '../../../../lib/paths.ts'

/** Provider events that we refused or have not applied yet: what was reported, whose it is, and what can be done. */
export function Webhooks() {
  const { t } = useTranslation(['operations-back-office', 'back-office'])
  const { t: money } = useTranslation('payments-back-office')
  const list = useList('GET /admin/webhooks', {
    underWay: (rows) => rows.some(({ outcome }) => outcome === null),
    offered: {
      choices: [
        {
          name: 'method',
          label: t('webhooks.provider'),
          options: MONEY_PROVIDERS.map((value) => ({ value, label: money(`unmatched.providers.${value}`) })),
        },
      ],
      days: true,
    },
  })
  const replay = useAdminAction('POST /admin/webhooks/{id}/replay', {
    done: () => t('done'),
    failed: t('failed'),
  })
  const [closing, close] = useState<WebhookWire | null>(null)
  const columns: Column<WebhookWire>[] = [
    { title: t('back-office:incident.what'), wide: true, cell: (webhook) => <Refused webhook={webhook} /> },
    { title: t('webhooks.receivedAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('actions'),
      cell: (webhook) => (
        <span className="flex flex-wrap justify-end gap-2 md:justify-start">
          <RowButton
            label={t('replayOf', { name: webhook.event })}
            busy={replay.isPending}
            onClick={() => replay.mutate({ params: { id: webhook.id } })}
          >
            {t('replay')}
          </RowButton>
          {/* What has not been applied, or whose money waits elsewhere, is not done with. */}
          {webhook.outcome !== null && !webhook.isUnmatched && (
            <RowButton
              look="quiet"
              label={t('back-office:incident.settleOf', { name: webhook.event })}
              onClick={() => close(webhook)}
            >
              {t('back-office:incident.settle')}
            </RowButton>
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      <DataList
        list={list}
        searchLabel={t('webhooks.search')}
        file={t('webhooks.file')}
        columns={columns}
        empty={t('webhooks.empty')}
      />
      {closing && (
        <CloseIncidentDialog
          call="POST /admin/webhooks/{id}/settle"
          request={(note) => ({ params: { id: closing.id }, body: { note } })}
          title={closing.event}
          onClose={() => close(null)}
        />
      )}
    </>
  )
}

function Refused({ webhook }: { webhook: WebhookWire }) {
  const { t } = useTranslation('operations-back-office')
  const { t: money } = useTranslation('payments-back-office')
  const { provider, type, event, outcome, isUnmatched, about } = webhook
  const who = t(`webhooks.titles.${provider as 'pix'}`, { defaultValue: provider })
  const what = outcome === null ? t('webhooks.waiting') : (refusalInWords(money, outcome) ?? outcome)
  const state = outcome === null ? 'waiting' : isUnmatched ? 'unmatched' : 'refused'
  return (
    <Incident
      title={`${who}: ${what}`}
      about={about}
      facts={
        isUnmatched && (
          <Link to={`${paths.adminRequests}?tab=unmatched`} className="link">
            {t('webhooks.toUnmatched')}
          </Link>
        )
      }
      todo={t(`webhooks.todo.${state}`)}
      technical={`${event} ${type}${outcome ? `: ${outcome}` : ''}`}
    />
  )
}
