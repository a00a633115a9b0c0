import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { DebtorWire, WaitingWriteOffWire } from '#server/product/refunds/wire.ts'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { NotOwn } from '../../../back-office/not-own.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { WriteOffDecision } from '../../../back-office/write-off-decision.tsx'
import { useAddressChoice } from '../../../lib/address.ts'
import { unbroken } from '../../../lib/format.ts'
import { Choice } from '../../../ui/choice.tsx'
import { DebtActions } from './debt-actions.tsx'
import { WaitingReason } from './waiting-reason.tsx'

const WHICH = ['debtors', 'writeOffs'] as const

/** Everybody whose wallet is below zero, and the debts about to be written off. */
export function Debts() {
  const { t } = useTranslation('refunds-back-office')
  const [which, show] = useAddressChoice('which', WHICH)
  const choice = (
    <Choice
      label={t('debts.which')}
      options={WHICH.map((value) => ({ value, label: t(`debts.${value}`) }))}
      value={which}
      onChange={show}
    />
  )
  return which === 'debtors' ? <Debtors>{choice}</Debtors> : <WriteOffs>{choice}</WriteOffs>
}

function Debtors({ children }: { children: ReactNode }) {
  const { t } = useTranslation('refunds-back-office')
  const list = useList('GET /admin/debtors', { offered: { choices: [], amounts: true, person: true } })
  const columns: Column<DebtorWire>[] = [
    { title: t('waiting.user'), cell: ({ user }) => <PersonLink user={user} /> },
    { title: t('debts.amount'), figures: true, cell: ({ owed }) => unbroken(formatBRL(owed)) },
    {
      title: t('debts.disputedAt'),
      cell: ({ disputedAt }) => (disputedAt ? <Moment at={disputedAt} /> : '--'),
    },
    { title: t('waiting.actions'), cell: (debtor) => <DebtActions debtor={debtor} /> },
  ]
  return (
    <DataList
      list={list}
      searchLabel={t('debts.search')}
      file={t('debts.debtorsFile')}
      columns={columns}
      empty={t('debts.noDebtors')}
    >
      {children}
    </DataList>
  )
}

/** Write-offs that wait for a second approval. */
function WriteOffs({ children }: { children: ReactNode }) {
  const { t } = useTranslation('refunds-back-office')
  const list = useList('GET /admin/write-offs-waiting', {
    offered: { choices: [], days: true, amounts: true, person: true },
  })
  const columns: Column<WaitingWriteOffWire>[] = [
    { title: t('waiting.user'), cell: ({ user }) => <PersonLink user={user} /> },
    { title: t('waiting.amount'), figures: true, cell: ({ amount }) => unbroken(formatBRL(amount)) },
    { title: t('waiting.reason'), cell: (waiting) => <WaitingReason {...waiting} /> },
    { title: t('waiting.askedAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('waiting.actions'),
      cell: (writeOff) => (
        <NotOwn person={writeOff.user.uid}>
          <WriteOffDecision writeOff={writeOff} />
        </NotOwn>
      ),
    },
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
