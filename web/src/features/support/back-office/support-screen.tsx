import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatPhone } from '#domain/phone.ts'
import type { AdminSupportWire } from '#server/product/support/contract.ts'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { unbroken } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { AttachmentCell } from './attachment-cell.tsx'
import { MessageModal } from './message-modal.tsx'

/** `/admin/support` — people's requests to support. */
export function SupportScreen() {
  const { t } = useTranslation(['support-back-office', 'people-back-office'])
  const list = useList('GET /admin/support')
  const [open, setOpen] = useState<AdminSupportWire | null>(null)
  const columns: Column<AdminSupportWire>[] = [
    { title: t('list.subject'), cell: ({ subject }) => subject },
    { title: t('list.user'), cell: ({ user }) => <PersonLink user={user} /> },
    {
      title: t('list.phone'),
      cell: ({ user: { tel } }) =>
        tel ? (
          <a href={`tel:${tel}`} className="figures inline-flex min-h-11 items-center hover:text-accent-text">
            {unbroken(formatPhone(tel))}
          </a>
        ) : (
          <span className="text-muted">--</span>
        ),
    },
    {
      title: t('list.message'),
      cell: (request) => (
        <button
          type="button"
          aria-haspopup="dialog"
          className="link min-h-11 min-w-0 max-w-[36ch] truncate text-left md:block"
          onClick={() => setOpen(request)}
        >
          {request.message}
        </button>
      ),
    },
    { title: t('list.attachment'), cell: (request) => <AttachmentCell request={request} /> },
    {
      title: t('request.status'),
      cell: ({ status }) => t(`request.statuses.${status}`),
    },
    { title: t('list.openedAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('people-back-office:user.actions'),
      cell: ({ id, user: { email } }) => (
        <Link
          to={paths.adminSupportRequest(id)}
          aria-label={t('request.open', { email })}
          className="link inline-flex min-h-11 items-center"
        >
          {t('request.openShort')}
        </Link>
      ),
    },
  ]
  return (
    <>
      <ScreenTitle>{t('list.title')}</ScreenTitle>
      <DataList
        list={list}
        searchLabel={t('list.search')}
        file={t('list.file')}
        columns={columns}
        empty={t('list.empty')}
      />
      {open && <MessageModal request={open} onClose={() => setOpen(null)} />}
    </>
  )
}
