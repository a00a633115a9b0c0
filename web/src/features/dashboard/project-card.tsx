import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatClock, parseNextExpire, secondsLeft, shareLeft } from '#domain/countdown.ts'
import { formatBRL } from '#domain/money.ts'
import type { ProjectWire } from '#domain/wire/api.ts'
import { paths } from '../../lib/paths.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Cover } from '../../ui/cover.tsx'

/** A project in the grid. In the first lot with units left it leads to its payment page. */
export function ProjectCard({ project }: { project: ProjectWire }) {
  const { t } = useTranslation('dashboard')
  const { uid, projectName, author, fiatPrice, phase, totalAvailable, hasProject } = project
  const price = formatBRL(fiatPrice)
  const forSale = phase === 'first_lot' && totalAvailable > 0 && !hasProject
  return (
    <article className="group relative flex flex-col gap-3">
      {phase === 'auction' ? <AuctionCover project={project} /> : <PlainCover project={project} />}
      <div className="flex flex-col gap-1">
        <p className="figures text-muted text-xs">
          {hasProject ? (
            <span className="text-live">{t('projects.yours')}</span>
          ) : (
            t(`projects.phase.${phase}`)
          )}
        </p>
        <h3 className="name text-lg sm:text-xl">
          {forSale ? (
            <Link
              to={paths.payment(uid)}
              aria-label={t('projects.buy', { projectName, author, price })}
              className="after:absolute after:inset-0 group-hover:text-accent-text"
            >
              {projectName}
            </Link>
          ) : (
            projectName
          )}
        </h3>
        <p className="text-muted text-sm">{author}</p>
        <p className="figures mt-1 font-medium">{price}</p>
        {phase === 'first_lot' && (
          <p className="text-muted text-xs">
            {totalAvailable > 0 ? t('projects.unitsLeft', { count: totalAvailable }) : t('projects.noUnits')}
          </p>
        )}
        {phase === 'auction' && <NextUnit project={project} />}
      </div>
    </article>
  )
}

type PlainCoverProps = { project: ProjectWire; ring?: { share: number; tone: 'muted' } | null }

function PlainCover({ project, ring = null }: PlainCoverProps) {
  const { thumbnail, author, projectName, phase } = project
  return (
    <Cover
      src={thumbnail}
      author={author}
      projectName={projectName}
      decorative
      dark={phase === 'closed'}
      ring={ring}
    />
  )
}

/** At auction the ring shows when the next unit frees, measured against one whole access period. */
function AuctionCover({ project }: { project: ProjectWire }) {
  const now = useServerNow()
  const end = parseNextExpire(project.nextExpire)
  if (end === null) return <PlainCover project={project} />
  const share = shareLeft(end - project.validPeriod * 1000, end, now)
  return <PlainCover project={project} ring={{ share, tone: 'muted' }} />
}

/** The same in words: HH:MM:SS, or two dashes while no token is live. */
function NextUnit({ project }: { project: ProjectWire }) {
  const { t } = useTranslation('dashboard')
  const now = useServerNow()
  const end = parseNextExpire(project.nextExpire)
  return (
    <p className="text-muted text-xs">
      {t('projects.nextUnit')}{' '}
      <span className="figures">{end === null ? '--' : formatClock(secondsLeft(end, now))}</span>
    </p>
  )
}
