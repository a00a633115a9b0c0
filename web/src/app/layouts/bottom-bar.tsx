import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Icon } from '../../ui/icon.tsx'

/** The four places, each with the screens that belong to it; alerts, studio and support belong to none. */
const PLACES = [
  {
    to: paths.dashboard,
    text: 'places.listen',
    icon: 'listen',
    within: ['/payment', '/auction', '/project', '/artists'],
  },
  { to: paths.shelf, text: 'places.shelf', icon: 'shelf', within: [paths.shelf] },
  { to: paths.bids, text: 'places.bids', icon: 'bids', within: [] },
  {
    to: paths.statement,
    text: 'places.wallet',
    icon: 'wallet',
    within: [paths.statement, paths.deposit, paths.redeemBalance],
  },
] as const

/**
 * On phones, at the bottom of every screen of a fan's: four places within reach of the thumb. Where large text leaves no
 * room for their names, screen readers alone have them.
 */
export function BottomBar() {
  const { t } = useTranslation('layout')
  const { pathname } = useLocation()
  return (
    <nav
      data-bar
      aria-label={t('places.title')}
      className="@container fixed inset-x-0 bottom-0 z-30 border-line border-t bg-ink pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="grid grid-cols-4">
        {PLACES.map(({ to, text, icon, within }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={standing(pathname, to, within)}
              className="flex min-h-14 flex-col items-center justify-center gap-0.5 text-muted text-xs transition duration-150 aria-[current]:font-medium aria-[current]:text-text [&[aria-current]>svg]:text-accent-text"
            >
              <Icon name={icon} className="size-[1.375rem]" />
              <span className="@max-[12rem]:sr-only">{t(text)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** `page` for the place itself, `true` for a screen that belongs to it. */
function standing(pathname: string, to: string, within: readonly string[]): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return within.some((start) => pathname.startsWith(`${start}/`) || pathname === start) ? 'true' : undefined
}
