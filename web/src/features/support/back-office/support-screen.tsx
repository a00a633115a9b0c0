import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatPhone } from '#domain/phone.ts'
import { SUPPORT_STATUSES } from '#domain/request.ts'
import type { AdminSupportWire } from '#server/product/support/contract.ts'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import type { ListFilters } from '../../../back-office/filter-panel.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { PersonLink } from '../../../back-office/person-link.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { useAddressChoice } from '../../../lib/address.ts'
import { unbroken } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { Choice } from '../../../ui/choice.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { AttachmentCell } from './attachment-cell.tsx'
import { RequestStatus } from './request-status.tsx'

const WHICH = ['waiting', 'all'] as const

/** `/admin/support` — people's requests to support: those that wait for an answer, or all. */
export function SupportScreen() {
  const { t } = useTranslation(['support-back-office', 'people-back-office'])
  const [which, show] = useAddressChoice('which', WHICH)
  const offered = useOffered(which)
  // Whoever has waited longest comes first.
  const list = useList(which === 'waiting' ? 'GET /admin/support-waiting' : 'GET /admin/support', {
    offered,
    begins: which === 'waiting' ? 'oldest' : 'newest',
  })
  const columns = useColumns()
  return (
    <>
      <ScreenTitle>{t('list.title')}</ScreenTitle>
      <DataList
        list={list}
        searchLabel={t('list.search')}
        file={t('list.file')}
        columns={columns}
        empty={t(which === 'waiting' ? 'list.nothingWaits' : 'list.empty')}
      >
        <Choice
          label={t('list.which')}
          options={WHICH.map((value) => ({ value, label: t(`list.${value}`) }))}
          value={which}
          onChange={show}
        />
      </DataList>
    </>
  )
}

function useColumns(): Column<AdminSupportWire>[] {
  const { t } = useTranslation(['support-back-office', 'people-back-office', 'support'])
  return [
    { title: t('list.subject'), cell: ({ subject }) => t(`support:subjects.${subject as 'Conta'}`) },
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
      title: t('list.latest'),
      cell: ({ id, latest }) => (
        <Link
          to={paths.adminSupportRequest(id)}
          className="link inline-block min-h-11 min-w-0 max-w-[36ch] truncate py-2.5 text-left"
        >
          {latest}
        </Link>
      ),
    },
    { title: t('list.attachment'), cell: (request) => <AttachmentCell request={request} /> },
    {
      title: t('request.status'),
      cell: (request) => (
        <span className="text-right md:text-left">
          <RequestStatus request={request} />
          {request.assignee && (
            <span className="block text-muted text-xs">{t('list.with', { name: request.assignee })}</span>
          )}
        </span>
      ),
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
}

/** What waits has one status. */
function useOffered(which: (typeof WHICH)[number]): ListFilters {
  const { t } = useTranslation('support-back-office')
  const status = {
    name: 'status',
    label: t('request.status'),
    options: SUPPORT_STATUSES.map((value) => ({
      value,
      label: t(value === 'new' ? 'list.waiting' : `request.statuses.${value}`),
    })),
  } as const
  return { choices: which === 'all' ? [status] : [], days: true, person: true }
}
