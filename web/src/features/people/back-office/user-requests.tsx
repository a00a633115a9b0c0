import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AdminSupportWire } from '#server/product/support/contract.ts'
import { type Column, ListRows } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { Pill } from '../../../back-office/pill.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { paths } from '../../../lib/paths.ts'

/** What the person has asked support. */
export function UserRequests({ uid }: { uid: string }) {
  const { t } = useTranslation(['people-back-office', 'support', 'support-back-office'])
  const list = useList('GET /admin/support', { always: { person: uid } })
  const columns: Column<AdminSupportWire>[] = [
    { title: t('user.when'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('support-back-office:list.latest'),
      cell: ({ id, latest }) => (
        <Link
          to={paths.adminSupportRequest(id)}
          className="link inline-block min-h-11 min-w-0 max-w-[48ch] truncate py-2.5"
        >
          {latest}
        </Link>
      ),
    },
    {
      title: t('support-back-office:list.subject'),
      cell: ({ subject }) => t(`support:subjects.${subject as 'Conta'}`),
    },
    {
      title: t('user.status'),
      cell: ({ status }) => (
        <Pill tone={status === 'new' ? 'wait' : 'plain'}>
          {t(`support-back-office:request.statuses.${status}`)}
        </Pill>
      ),
    },
  ]
  return <ListRows list={list} columns={columns} empty={t('user.noRequests')} />
}
