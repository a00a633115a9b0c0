import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailedJobWire } from '#server/product/operations/failures-contract.ts'
import { CloseIncidentDialog } from '../../../../back-office/close-incident-dialog.tsx'
import { type Column, DataList } from '../../../../back-office/data-list.tsx'
import { Incident } from '../../../../back-office/incident.tsx'
import { Moment } from '../../../../back-office/moment.tsx'
import { RowButton } from '../../../../back-office/row-button.tsx'
import { useAdminAction } from '../../../../back-office/use-admin-action.ts'
import { useList } from '../../../../back-office/use-list.ts'

/** Background jobs that keep failing, or have used up their retries: what each means, and what can be done. */
export function FailedJobs() {
  const { t } = useTranslation(['operations-back-office', 'back-office'])
  const list = useList('GET /admin/failed-jobs', { offered: { choices: [], days: true } })
  const retry = useAdminAction('POST /admin/failed-jobs/{id}/retry', {
    done: () => t('done'),
    failed: t('failed'),
  })
  const [closing, close] = useState<FailedJobWire | null>(null)
  const words = useJobWords()
  const columns: Column<FailedJobWire>[] = [
    {
      title: t('back-office:incident.what'),
      wide: true,
      cell: (job) => <Failed job={job} />,
    },
    { title: t('jobs.createdAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('actions'),
      cell: (job) => {
        const name = `${words(job).title} ${job.id}`
        return (
          <span className="flex flex-wrap justify-end gap-2 md:justify-start">
            <RowButton
              label={t('retryOf', { name: words(job).title, id: job.id })}
              busy={retry.isPending}
              onClick={() => retry.mutate({ params: { id: job.id } })}
            >
              {t('jobs.retry')}
            </RowButton>
            <RowButton
              look="quiet"
              label={t('back-office:incident.settleOf', { name })}
              onClick={() => close(job)}
            >
              {t('back-office:incident.settle')}
            </RowButton>
          </span>
        )
      },
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
      {closing && (
        <CloseIncidentDialog
          call="POST /admin/failed-jobs/{id}/discard"
          request={(note) => ({ params: { id: closing.id }, body: { note } })}
          title={words(closing).title}
          text={t('jobs.giveUpText')}
          onClose={() => close(null)}
        />
      )}
    </>
  )
}

function Failed({ job }: { job: FailedJobWire }) {
  const { t } = useTranslation('operations-back-office')
  const words = useJobWords()
  const { task, id, error, about, attempts, isGivenUp } = job
  return (
    <Incident
      {...words(job)}
      about={about}
      facts={
        <span className="text-muted">
          {t(isGivenUp ? 'jobs.givenUp' : 'jobs.trying', { count: attempts })}
        </span>
      }
      technical={`${task} ${id}: ${error}`}
    />
  )
}

/** What a task that fails means; those without words of their own are housekeeping. */
function useJobWords() {
  const { t } = useTranslation('operations-back-office')
  return ({ task }: FailedJobWire) => ({
    title: t(`jobs.tasks.${task as 'house'}.title`, { defaultValue: t('jobs.tasks.house.title') }),
    todo: t(`jobs.tasks.${task as 'house'}.todo`, { defaultValue: t('jobs.tasks.house.todo') }),
  })
}
