import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { formatClock, formatDaysLeft, secondsLeft, shareLeft } from '#domain/countdown.ts'
import { ROOM_SECONDS } from '#domain/opening.ts'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { rememberReturn } from '../../../lib/return-path.ts'
import { useServerNow } from '../../../lib/use-server-now.ts'
import { useSession } from '../../../session/provider.tsx'
import { ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { Ring } from '../../../ui/ring.tsx'

const DAY_SECONDS = 86_400

/** Until a lot opens: the hour in words, as a ring that empties over the last quarter of an hour, and for a calendar. */
export function Opening({ project, opensAt }: { project: PublicProjectWire; opensAt: number }) {
  const { t } = useTranslation('projects')
  const { state } = useSession()
  const { pathname } = useLocation()
  const now = useServerNow()
  const left = secondsLeft(opensAt, now)
  const { uid } = project
  return (
    <section aria-labelledby="opening" className="mt-8 flex flex-col gap-4">
      <div className="flex items-center gap-5">
        <Ring share={shareLeft(opensAt - ROOM_SECONDS * 1000, opensAt, now)} stroke={5} className="size-20" />
        <div className="min-w-0">
          <h2 id="opening" className="text-muted text-sm">
            {t('opening.opens')}
          </h2>
          <p role="timer" aria-live="off" className="figures font-medium text-3xl">
            {left < DAY_SECONDS ? formatClock(left) : formatDaysLeft(left)}
          </p>
          <p className="text-muted text-sm">
            {t('opening.when', { date: formatDateTime(new Date(opensAt).toISOString(), currentLanguage()) })}
          </p>
        </div>
      </div>
      <p className="max-w-[50ch] text-muted text-sm">{t('opening.how')}</p>
      <div className="flex flex-wrap gap-3">
        {state.phase !== 'signed-in' ? (
          <ButtonLink to={paths.login} onClick={() => rememberReturn(paths.work(uid), Date.now())}>
            {t('opening.signIn')}
          </ButtonLink>
        ) : (
          // The room is on the page inside the product.
          pathname !== paths.work(uid) && <ButtonLink to={paths.work(uid)}>{t('opening.signIn')}</ButtonLink>
        )}
        <a href={`${paths.project(uid)}/opening.ics`} className={buttonClass('secondary')}>
          {t('opening.calendar')}
        </a>
      </div>
    </section>
  )
}
