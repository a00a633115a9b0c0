import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatClock, secondsLeft, timeLeft } from '#domain/countdown.ts'
import { formatBRL } from '#domain/money.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { useNextUnit } from '../../../lib/use-next-unit.ts'
import { useServerNow } from '../../../lib/use-server-now.ts'
import { Cover } from '../../../ui/cover.tsx'
import { CoverLink } from '../../../ui/cover-link.tsx'
import { WorkClip } from '../../../ui/work-clip.tsx'

/** A project in the grid. While the first lot has units left it leads to its payment page, at auction to its bids. */
export function ProjectCard({ project, eager }: { project: ProjectWire; eager: boolean }) {
  const { t } = useTranslation('projects-dashboard')
  const { uid, projectName, author, fiatPrice, phase, isPaused, totalAvailable, hasProject } = project
  const price = formatBRL(fiatPrice)
  const now = useServerNow()
  const opensAt = project.opensAt === null ? null : Date.parse(project.opensAt)
  const way = hasProject ? 'shelf' : opensAt !== null && opensAt > now ? null : wayTo(project)
  // After an announced opening the work's page knows the fan's turn.
  const toBuy = opensAt === null ? paths.payment(uid) : paths.work(uid)
  return (
    <article className="group relative flex flex-col gap-3">
      <CoverLink work={project} className="relative z-10">
        {phase === 'auction' ? (
          <AuctionCover project={project} eager={eager} />
        ) : (
          <PlainCover project={project} eager={eager} />
        )}
      </CoverLink>
      <div className="flex flex-col gap-1">
        <p className="figures text-muted text-xs">
          {hasProject ? (
            <span className="text-live">{t('projects.yours')}</span>
          ) : (
            t(isPaused ? 'projects.paused' : `projects.phase.${phase}`)
          )}
        </p>
        <h3 className="name text-lg sm:text-xl">
          {way ? (
            <Link
              to={{ shelf: paths.shelf, buy: toBuy, bid: paths.auction(uid) }[way]}
              aria-label={t(`projects.${way}`, { projectName, author, price })}
              className="after:absolute after:inset-0 group-hover:text-accent-text"
            >
              {projectName}
            </Link>
          ) : (
            projectName
          )}
        </h3>
        <p className="text-muted text-sm">{author}</p>
        <Price project={project} />
        {phase === 'first_lot' && (
          <p className="text-muted text-xs">
            {totalAvailable > 0 ? t('projects.unitsLeft', { count: totalAvailable }) : t('projects.noUnits')}
          </p>
        )}
        {phase === 'auction' && <NextUnit project={project} />}
        {opensAt !== null && opensAt > now && (
          <p className="text-xs">
            {t('projects.opens', {
              date: formatDateTime(new Date(opensAt).toISOString(), currentLanguage()),
            })}
          </p>
        )}
        <TimeLeft project={project} />
        <WorkClip work={project} brief className="mt-2" />
      </div>
    </article>
  )
}

/** At auction the leading bid; before the first bid, the starting price. */
function Price({ project: { phase, fiatPrice, leading } }: { project: ProjectWire }) {
  const { t } = useTranslation('projects-dashboard')
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
      <span className="figures font-medium">{formatBRL(leading ?? fiatPrice)}</span>
      {phase === 'auction' && (
        <span className={`text-xs ${leading === null ? 'text-muted' : 'text-gold'}`}>
          {t(leading === null ? 'projects.firstBid' : 'projects.leading')}
        </span>
      )}
    </p>
  )
}

/** Until the project closes, in the largest unit that is not zero. */
function TimeLeft({ project: { phase, expiredAt } }: { project: ProjectWire }) {
  const { t } = useTranslation('projects-dashboard')
  const left = timeLeft(secondsLeft(Date.parse(expiredAt), useServerNow()))
  if (phase === 'closed') return null
  const unit = left.days > 0 ? 'days' : left.hours > 0 ? 'hours' : 'minutes'
  return (
    <p className="text-muted text-xs">{t(`projects.closes.${unit}`, { count: Math.max(1, left[unit]) })}</p>
  )
}

function wayTo({ phase, isPaused, totalAvailable }: ProjectWire): 'buy' | 'bid' | null {
  if (phase === 'auction') return 'bid'
  return phase === 'first_lot' && totalAvailable > 0 && !isPaused ? 'buy' : null
}

type PlainCoverProps = {
  project: ProjectWire
  eager: boolean
  ring?: { share: number; tone: 'muted' } | null
}

function PlainCover({ project, eager, ring = null }: PlainCoverProps) {
  const { thumbnail, author, projectName, phase, tint } = project
  return (
    <Cover
      src={thumbnail}
      author={author}
      projectName={projectName}
      tint={tint}
      decorative
      eager={eager}
      dark={phase === 'closed'}
      ring={ring}
    />
  )
}

/** At auction the ring shows when the next unit frees, measured against one whole access period. */
function AuctionCover({ project, eager }: { project: ProjectWire; eager: boolean }) {
  const next = useNextUnit(project)
  return <PlainCover project={project} eager={eager} ring={next && { share: next.share, tone: 'muted' }} />
}

/**
 * The same in words: HH:MM:SS, or two dashes while no token is active. There is no countdown while a unit is
 * free.
 */
function NextUnit({ project }: { project: ProjectWire }) {
  const { t } = useTranslation('projects-dashboard')
  const next = useNextUnit(project)
  if (project.totalAvailable > 0) {
    return <p className="text-xs">{t('projects.waiting', { count: project.totalAvailable })}</p>
  }
  return (
    <p className="text-muted text-xs">
      {t('projects.nextUnit')}{' '}
      <span className="figures">{next === null ? '--' : formatClock(next.left)}</span>
    </p>
  )
}
