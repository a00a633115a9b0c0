import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatDaysLeft, secondsLeft } from '#domain/countdown.ts'
import { formatBRL } from '#domain/money.ts'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { periodInWords } from '../../../lib/period.ts'
import { useNextUnit } from '../../../lib/use-next-unit.ts'
import { useServerNow } from '../../../lib/use-server-now.ts'

/** Price or leading bid, and units left. */
export function ProjectFacts({ project }: { project: PublicProjectWire }) {
  const { t } = useTranslation('projects')
  const { phase, fiatPrice, leading, totalAvailable, totalSupply } = project
  if (phase === 'closed') return null
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 border-line border-t pt-4 sm:mt-8 sm:pt-6">
      {phase === 'first_lot' ? (
        <>
          <Fact label={t('price')} large>
            {formatBRL(fiatPrice)}
          </Fact>
          <Fact label={t('unitsLeft')} large>
            {t('unitsOf', { count: totalAvailable, total: totalSupply })}
          </Fact>
        </>
      ) : (
        <>
          <Fact label={t(leading === null ? 'firstBid' : 'leading')} large>
            {formatBRL(leading ?? fiatPrice)}
          </Fact>
          <NextUnit project={project} />
        </>
      )}
    </dl>
  )
}

/** For how long one listens, and until when there is anything to be had: below the action. */
export function AccessFacts({ project }: { project: PublicProjectWire }) {
  const { t } = useTranslation('projects')
  const now = useServerNow()
  const { phase, validPeriod, expiredAt } = project
  if (phase === 'closed') return null
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-6 border-line border-y py-4">
      <Fact label={t('access')}>{periodInWords(validPeriod)}</Fact>
      <Fact label={t('closes')}>
        <span role="timer" aria-live="off">
          {formatDaysLeft(secondsLeft(Date.parse(expiredAt), now))}
        </span>
      </Fact>
    </dl>
  )
}

/** When the next unit comes free, or that one is waiting for a bid. */
function NextUnit({ project }: { project: PublicProjectWire }) {
  const { t } = useTranslation('projects')
  const next = useNextUnit(project)
  if (project.totalAvailable > 0) {
    return (
      <Fact label={t('waiting')} large>
        {project.totalAvailable}
      </Fact>
    )
  }
  return (
    <Fact label={t('nextUnit')} large>
      <span role="timer" aria-live="off">
        {next === null ? '--' : formatClock(next.left)}
      </span>
    </Fact>
  )
}

function Fact({ label, large = false, children }: { label: string; large?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className={`figures mt-0.5 ${large ? 'font-medium text-2xl' : ''}`}>{children}</dd>
    </div>
  )
}
