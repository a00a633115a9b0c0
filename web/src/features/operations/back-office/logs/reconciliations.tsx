import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconciliationWire } from '#server/product/operations/reconciliation-contract.ts'
import { type Column, DataList } from '../../../../back-office/data-list.tsx'
import { Moment } from '../../../../back-office/moment.tsx'
import { useAdminAction } from '../../../../back-office/use-admin-action.ts'
import { useList } from '../../../../back-office/use-list.ts'
import { formatMomentInSaoPaulo } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { DifferenceFacts } from './difference-facts.tsx'

/** The ledger compared with card processor, PIX provider and chain: every night, and on request. */
export function Reconciliations() {
  const { t } = useTranslation('operations-back-office')
  // The newest report when one was requested: the list is polled until there is a newer one.
  const [newest, setNewest] = useState<number | null>(null)
  const list = useList('GET /admin/reconciliations', {
    offered: { choices: [], days: true },
    underWay: (rows) => newest !== null && rows.every(({ id }) => id <= newest),
  })
  const start = useAdminAction('POST /admin/reconciliations', {
    done: () => t('ledger.started'),
    failed: t('failed'),
  })
  const run = () => {
    setNewest(Math.max(0, ...(list.rows.data?.pages.flatMap(({ data }) => data.map(({ id }) => id)) ?? [])))
    start.mutate({})
  }
  const columns: Column<ReconciliationWire>[] = [
    { title: t('ledger.madeAt'), cell: ({ madeAt }) => <Moment at={madeAt} /> },
    { title: t('ledger.compared'), figures: true, cell: ({ compared }) => compared },
    { title: t('ledger.result'), cell: (report) => <Result report={report} /> },
  ]
  return (
    <DataList
      list={list}
      searchLabel={t('ledger.search')}
      file={t('ledger.file')}
      columns={columns}
      empty={t('ledger.empty')}
    >
      <Button busy={start.isPending} onClick={run}>
        {t('ledger.start')}
      </Button>
    </DataList>
  )
}

function Result({ report: { id, found, differences, comparedUntil } }: { report: ReconciliationWire }) {
  const { t } = useTranslation('operations-back-office')
  if (found === 0) {
    return (
      <span>
        {comparedUntil
          ? t('ledger.equalUntil', { at: formatMomentInSaoPaulo(comparedUntil, currentLanguage()) })
          : t('ledger.equal')}
      </span>
    )
  }
  return (
    <span className="min-w-0 text-right md:block md:text-left">
      <span className="block font-medium text-loss">{t('ledger.found', { count: found })}</span>
      {differences.map((difference) => (
        <DifferenceFacts key={difference.side + difference.subject} report={id} difference={difference} />
      ))}
    </span>
  )
}
