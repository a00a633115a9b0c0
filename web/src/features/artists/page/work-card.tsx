import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatClock } from '#domain/countdown.ts'
import { formatBRL } from '#domain/money.ts'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { useNextUnit } from '../../../lib/use-next-unit.ts'
import { useServerNow } from '../../../lib/use-server-now.ts'
import { useSession } from '../../../session/provider.tsx'
import { Cover } from '../../../ui/cover.tsx'
import { WorkClip } from '../../../ui/work-clip.tsx'

/** A work on its artist's page: cover, with its ring at auction, phase, price and what is left, or when it opens. */
export function WorkCard({ work, eager }: { work: PublicProjectWire; eager: boolean }) {
  const { t } = useTranslation('artists')
  const { state } = useSession()
  const next = useNextUnit(work)
  const { uid, projectName, author, thumbnail, tint, phase, isPaused, leading, fiatPrice } = work
  const address = state.phase === 'signed-in' ? paths.work(uid) : paths.project(uid)
  return (
    <article className="group relative flex flex-col gap-3">
      <Cover
        src={thumbnail}
        author={author}
        projectName={projectName}
        tint={tint}
        decorative
        eager={eager}
        dark={phase === 'closed'}
        ring={phase === 'auction' ? { share: next?.share ?? 0, tone: 'muted' } : null}
      />
      <div className="flex flex-col gap-1">
        <p className="figures text-muted text-xs">
          {t(isPaused && phase !== 'closed' ? 'page.paused' : `page.phase.${phase}`)}
        </p>
        <h3 className="name text-lg sm:text-xl">
          <Link
            to={address}
            aria-label={t('page.open', { projectName })}
            className="after:absolute after:inset-0 group-hover:text-accent-text"
          >
            {projectName}
          </Link>
        </h3>
        {phase !== 'closed' && (
          <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
            <span className="figures font-medium">{formatBRL(leading ?? fiatPrice)}</span>
            {phase === 'auction' && (
              <span className={`text-xs ${leading === null ? 'text-muted' : 'text-gold'}`}>
                {t(leading === null ? 'page.from' : 'page.leading')}
              </span>
            )}
          </p>
        )}
        <WhatIsLeft work={work} />
        <WorkClip work={work} brief className="mt-2" />
      </div>
    </article>
  )
}

function WhatIsLeft({ work }: { work: PublicProjectWire }) {
  const { t } = useTranslation('artists')
  const now = useServerNow()
  const next = useNextUnit(work)
  const { phase, totalAvailable, opensAt } = work
  if (phase === 'closed') return null
  if (opensAt !== null && Date.parse(opensAt) > now) {
    return <p className="text-xs">{t('page.opens', { date: formatDateTime(opensAt, currentLanguage()) })}</p>
  }
  if (phase === 'first_lot') {
    return (
      <p className="text-muted text-xs">
        {totalAvailable > 0 ? t('page.left', { count: totalAvailable }) : t('page.soldOut')}
      </p>
    )
  }
  if (totalAvailable > 0) return <p className="text-xs">{t('page.free')}</p>
  return (
    <p className="text-muted text-xs">
      {t('page.next')} <span className="figures">{next === null ? '--' : formatClock(next.left)}</span>
    </p>
  )
}
