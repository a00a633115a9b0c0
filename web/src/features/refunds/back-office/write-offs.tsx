import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { WaitingWriteOffWire } from '#server/product/refunds/contract.ts'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { WriteOffDecision } from '../../../back-office/write-off-decision.tsx'
import { unbroken } from '../../../lib/format.ts'
import { WaitingReason } from './waiting-reason.tsx'

/** Write-offs that wait for a second approval. */
export function WriteOffs({ children }: { children: ReactNode }) {
  const { t } = useTranslation('refunds-back-office')
  const list = useList('GET /admin/write-offs-waiting', {
    offered: { choices: [], days: true, amounts: true, person: true },
  })
  const columns: Column<WaitingWriteOffWire>[] = [
    { title: t('waiting.user'), cell: ({ user }) => <PersonLink user={user} /> },
    { title: t('waiting.amount'), figures: true, cell: ({ amount }) => unbroken(formatBRL(amount)) },
    { title: t('waiting.reason'), cell: (waiting) => <WaitingReason {...waiting} /> },
    { title: t('waiting.askedAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: t('waiting.actions'), cell: (writeOff) => <WriteOffDecision writeOff={writeOff} /> },
  ]
  return (
    <DataList
      list={list}
      searchLabel={t('debts.search')}
      file={t('debts.file')}
      columns={columns}
      empty={t('debts.empty')}
    >
      {children}
    </DataList>
  )
}
