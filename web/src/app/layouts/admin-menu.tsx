import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Icon } from '../../ui/icon.tsx'

const ENTRIES = [
  { to: paths.adminActivity, text: 'activity', icon: 'statement' },
  { to: paths.adminProjects, text: 'projects', icon: 'project' },
  { to: paths.adminArtists, text: 'artists', icon: 'artist' },
  { to: paths.adminUsers, text: 'users', icon: 'person' },
  { to: paths.adminRequests, text: 'requests', icon: 'withdraw' },
  { to: paths.adminSupport, text: 'support', icon: 'support' },
  { to: paths.adminLogs, text: 'logs', icon: 'list' },
] as const

export function AdminMenu({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('back-office')
  return (
    <nav aria-label={t('menu.label')}>
      <ul className="flex flex-col gap-1">
        {ENTRIES.map(({ to, text, icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              onClick={onChoose}
              replace={onChoose !== undefined}
              className="flex min-h-11 items-center gap-3 rounded-control px-3 text-muted text-sm transition duration-150 hover:bg-line/50 hover:text-text aria-[current=page]:bg-line/60 aria-[current=page]:font-medium aria-[current=page]:text-text"
            >
              <Icon name={icon} />
              {t(`menu.${text}`)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
