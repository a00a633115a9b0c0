import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailedJobWire } from '#server/product/operations/contract.ts'
import { type Column, DataList } from '../../../../back-office/data-list.tsx'
import { Moment } from '../../../../back-office/moment.tsx'
import { RowButton } from '../../../../back-office/row-button.tsx'
import { useAdminAction } from '../../../../back-office/use-admin-action.ts'
import { useList } from '../../../../back-office/use-list.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { Words } from './words.tsx'

/** Background jobs that have used up their retries. */
export function FailedJobs() {
  const { t } = useTranslation('operations-back-office')
  const list = useList('GET /admin/failed-jobs')
  const retry = useAdminAction('POST /admin/failed-jobs/{id}/retry', {
    done: () => t('done'),
    failed: t('failed'),
  })
  const [discarding, discard] = useState<FailedJobWire | null>(null)
  const columns: Column<FailedJobWire>[] = [
    { title: t('jobs.task'), cell: ({ task }) => <Words>{task}</Words> },
    { title: t('jobs.attempts'), figures: true, cell: ({ attempts }) => attempts },
    { title: t('jobs.error'), cell: ({ error }) => <Words small>{error}</Words> },
    { title: t('jobs.createdAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('actions'),
      cell: (job) => (
        <span className="flex justify-end gap-2 md:justify-start">
          <RowButton
            label={t('retryOf', { name: job.task, id: job.id })}
            busy={retry.isPending}
            onClick={() => retry.mutate({ params: { id: job.id } })}
          >
            {t('retry')}
          </RowButton>
          <RowButton
            look="quiet"
            label={t('discardOf', { name: job.task, id: job.id })}
            onClick={() => discard(job)}
          >
            {t('discard')}
          </RowButton>
        </span>
      ),
    },
  ]
  return (
    <>
      <DataList
        list={list}
        searchLabel={t('jobs.search')}
        file={t('jobs.file')}
        columns={columns}
        empty={t('jobs.empty')}
      />
      {discarding && <DiscardDialog job={discarding} onClose={() => discard(null)} />}
    </>
  )
}
