import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PROPOSAL_STATUSES } from '#domain/proposal.ts'
import type { AdminProposalWire } from '#server/product/projects/wire.ts'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { Person } from '../../../back-office/person.tsx'
import { Pill } from '../../../back-office/pill.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { ProposalModal } from './proposal-modal.tsx'

/** Projects proposed by fans. */
export function Proposals() {
  const { t } = useTranslation(['projects-back-office', 'back-office'])
  const list = useList('GET /admin/proposals', {
    offered: {
      choices: [
        {
          name: 'status',
          label: t('back-office:requests.status'),
          options: PROPOSAL_STATUSES.map((value) => ({ value, label: t(`proposal.statuses.${value}`) })),
        },
      ],
      days: true,
      person: true,
    },
  })
  const [open, setOpen] = useState<AdminProposalWire | null>(null)
  const columns: Column<AdminProposalWire>[] = [
    {
      title: t('back-office:requests.user'),
      cell: ({ user: { fullName, nickname, email, photoUrl } }) => (
        <Person name={fullName} nickname={nickname} email={email} photoUrl={photoUrl} />
      ),
    },
    {
      title: t('proposal.message'),
      cell: (proposal) => (
        <button
          type="button"
          aria-label={t('proposal.read', { email: proposal.user.email })}
          className="link min-h-11 min-w-0 max-w-[48ch] truncate text-left md:block"
          onClick={() => setOpen(proposal)}
        >
          {proposal.message}
        </button>
      ),
    },
    {
      title: t('back-office:requests.status'),
      cell: ({ status }) => (
        <Pill tone={status === 'received' ? 'wait' : 'plain'}>{t(`proposal.statuses.${status}`)}</Pill>
      ),
    },
    { title: t('proposal.sentAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
  return (
    <>
      <DataList
        list={list}
        searchLabel={t('proposal.search')}
        file={t('proposal.file')}
        columns={columns}
        empty={t('proposal.empty')}
      />
      {open && <ProposalModal proposal={open} onClose={() => setOpen(null)} />}
    </>
  )
}
