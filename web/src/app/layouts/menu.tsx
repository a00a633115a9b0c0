import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { firstViewOrLate } from '../../lib/first-view.ts'
import { paths } from '../../lib/paths.ts'
import { studioQuery } from '../../lib/studio.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Icon } from '../../ui/icon.tsx'

const ENTRIES = [
  { to: paths.dashboard, text: 'listen', icon: 'listen' },
  { to: paths.shelf, text: 'shelf', icon: 'shelf' },
  { to: paths.bids, text: 'bids', icon: 'bids' },
  { to: paths.deposit, text: 'deposit', icon: 'deposit' },
  { to: paths.redeemBalance, text: 'redeemBalance', icon: 'withdraw' },
  { to: paths.statement, text: 'statement', icon: 'statement' },
  { to: paths.alerts, text: 'alerts', icon: 'bell' },
  { to: paths.registerProject, text: 'registerProject', icon: 'project' },
  { to: paths.support, text: 'support', icon: 'support' },
] as const

/** For accounts that look after an artist. */
const STUDIO_ENTRY = { to: paths.studio, text: 'studio', icon: 'artist' } as const

const ADMIN_ENTRY = { to: paths.adminDashboard, text: 'administrator', icon: 'lock' } as const

/** The menu, with links to the studio and the back office for those who have them. */
export function Menu({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('layout')
  const { profile } = useSignedIn()
  const { data: studio } = useQuery({ ...studioQuery, enabled: useFirstViewIsOver() })
  const entries = [
    ...ENTRIES,
    ...(studio ? [STUDIO_ENTRY] : []),
    ...(profile.role !== 'user' ? [ADMIN_ENTRY] : []),
  ]
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

/** The first view does without the studio's entry: asking for it earlier would hold that view back. */
function useFirstViewIsOver(): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    void firstViewOrLate().then(() => setOver(true))
  }, [])
  return isOver
}
