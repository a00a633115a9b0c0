import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Icon } from '../../ui/icon.tsx'

const ENTRIES = [
  { to: paths.dashboard, text: 'listen', icon: 'listen' },
  { to: paths.shelf, text: 'shelf', icon: 'shelf' },
  { to: paths.deposit, text: 'deposit', icon: 'deposit' },
  { to: paths.redeemBalance, text: 'redeemBalance', icon: 'withdraw' },
  { to: paths.statement, text: 'statement', icon: 'statement' },
  { to: paths.registerProject, text: 'registerProject', icon: 'project' },
  { to: paths.support, text: 'support', icon: 'support' },
] as const

const ADMIN_ENTRY = { to: paths.adminDashboard, text: 'administrator', icon: 'lock' } as const

/** The menu, with a link to the back office for administrators. */
export function Menu({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('layout')
  const { profile } = useSignedIn()
  const entries = profile.role === 'admin' ? [...ENTRIES, ADMIN_ENTRY] : ENTRIES
  return (
    <nav aria-label={t('mainMenu')} data-tour="menu">
      <ul className="flex flex-col gap-1">
        {entries.map(({ to, text, icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              onClick={onChoose}
              replace={onChoose !== undefined}
              className="flex min-h-12 items-center gap-3.5 rounded-control px-3.5 text-muted transition duration-150 hover:bg-line/50 hover:text-text aria-[current=page]:bg-line/60 aria-[current=page]:font-medium aria-[current=page]:text-text"
            >
              <Icon name={icon} />
              {t(text)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
