import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { officeQuery, useMay } from '../../back-office/office.tsx'
import { SCREEN_TABS } from '../../back-office/screen-tabs.ts'
import { countBehind, waitingQuery } from '../../back-office/waiting.ts'
import { paths } from '../../lib/paths.ts'
import { Failure } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'

export const ADMIN_ENTRIES = [
  { to: paths.adminDashboard, text: 'dashboard', icon: 'bids', calls: ['GET /admin/waiting'] },
  { to: paths.adminActivity, text: 'activity', icon: 'statement', calls: ['GET /admin/activity'] },
  { to: paths.adminProjects, text: 'projects', icon: 'project', calls: ['GET /admin/projects'] },
  {
    to: paths.adminArtists,
    text: 'artists',
    icon: 'artist',
    calls: ['GET /admin/artists'],
    tabs: SCREEN_TABS.artists,
  },
  { to: paths.adminUsers, text: 'users', icon: 'person', calls: ['GET /admin/users'] },
  {
    to: paths.adminRequests,
    text: 'requests',
    icon: 'withdraw',
    calls: ['GET /admin/withdrawals', 'GET /admin/proposals'],
    tabs: SCREEN_TABS.requests,
  },
  { to: paths.adminSupport, text: 'support', icon: 'support', calls: ['GET /admin/support'] },
  { to: paths.adminAccounting, text: 'accounting', icon: 'deposit', calls: ['GET /admin/accounting'] },
  { to: paths.adminInvoices, text: 'invoices', icon: 'statement', calls: ['GET /admin/invoices'] },
  {
    to: paths.adminLogs,
    text: 'logs',
    icon: 'list',
    calls: ['GET /admin/audit', 'GET /admin/webhooks'],
    tabs: SCREEN_TABS.logs,
  },
  { to: paths.adminTeam, text: 'team', icon: 'lock', calls: ['GET /admin/team'] },
  { to: paths.adminGuide, text: 'guide', icon: 'help', calls: ['GET /admin/waiting'] },
] as const

/** The screens that the reader's role has, with what waits in each. */
export function AdminMenu({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('back-office')
  const { data: waiting = [] } = useQuery(waitingQuery)
  const { isLoadingError, isFetching, refetch } = useQuery(officeQuery)
  const may = useMay()
  if (isLoadingError)
    return <Failure message={t('menu.failed')} onRetry={() => void refetch()} retrying={isFetching} />
  return (
    <nav aria-label={t('menu.label')}>
      <ul className="flex flex-col gap-1">
        {ADMIN_ENTRIES.filter(({ calls }) => calls.some(may)).map(({ to, text, icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              onClick={onChoose}
              replace={onChoose !== undefined}
              className="flex min-h-11 items-center gap-3 rounded-control px-3 text-muted text-sm transition duration-150 hover:bg-line/50 hover:text-text aria-[current=page]:bg-line/60 aria-[current=page]:font-medium aria-[current=page]:text-text"
            >
              <Icon name={icon} />
              {t(`menu.${text}`)}
              <Waiting count={countBehind(to, waiting)} />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** How much waits there, where anything does. */
function Waiting({ count }: { count: number }) {
  const { t } = useTranslation('back-office')
  if (count === 0) return null
  return (
    <span className="figures ml-auto rounded-full bg-accent px-2 py-0.5 text-on-accent text-xs">
      {count}
      <span className="sr-only"> {t('menu.waiting')}</span>
    </span>
  )
}
