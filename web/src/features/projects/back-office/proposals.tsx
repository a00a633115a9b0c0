import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AdminProposalWire } from '#server/product/projects/wire.ts'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { Person } from '../../../back-office/person.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { ProposalModal } from './proposal-modal.tsx'

/** Projects proposed by fans. */
export function Proposals() {
  const { t } = useTranslation(['projects-back-office', 'back-office'])
  const list = useList('GET /admin/proposals')
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
        <span className={status === 'received' ? 'font-medium' : 'text-muted'}>
          {t(`proposal.statuses.${status}`)}
        </span>
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
