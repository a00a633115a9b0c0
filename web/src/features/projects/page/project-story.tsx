import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, secondsLeft, shareLeft } from '#domain/countdown.ts'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { periodInWords, unlockInWords } from '../../../lib/period.ts'
import { useServerNow } from '../../../lib/use-server-now.ts'
import { Ring } from '../../../ui/ring.tsx'

/** How the lyrics begin, what a $TUNE is, and the units with their rings. */
export function ProjectStory({ project }: { project: PublicProjectWire }) {
  const { t } = useTranslation('projects')
  const { firstLines, phase, validPeriod } = project
  const id = useId()
  const period = periodInWords(validPeriod)
  if (phase === 'closed') return null
  return (
    <>
      {firstLines.length > 0 && (
        <section aria-labelledby={`${id}-lyrics`} className="mt-10">
          <h2 id={`${id}-lyrics`} className="section-title">
            {t('lyricsTitle')}
          </h2>
          <blockquote className="mt-3 text-lg leading-relaxed">
            {firstLines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a refrain may be there twice.
              <p key={index}>{line}</p>
            ))}
            <p className="text-muted" aria-hidden="true">
              …
            </p>
          </blockquote>
        </section>
      )}
      <section aria-labelledby={`${id}-what`} className="mt-10">
        <h2 id={`${id}-what`} className="section-title">
          {t('what.title')}
        </h2>
        <ol className="mt-3 grid max-w-[60ch] gap-2">
          <li>{t('what.is')}</li>
          <li>{t('what.begins', { unlock: unlockInWords(), period })}</li>
          <li>{t('what.ends')}</li>
        </ol>
      </section>
      <UnitRings project={project} />
    </>
  )
}

/** The units that fans are listening to now, those that come free first in front; each with its ring and its time. */
function UnitRings({ project }: { project: PublicProjectWire }) {
  const { t } = useTranslation('projects')
  const { phase, windows, totalAvailable, totalSupply, validPeriod } = project
  const now = useServerNow()
  const id = useId()
  const open = windows.map((end) => Date.parse(end)).filter((end) => end > now)
  if (phase !== 'auction' && open.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="section-title">
        {t('units.title')}
      </h2>
      {phase === 'auction' && (
        <p className="mt-2 text-muted text-sm">
          {t('units.free', { free: totalAvailable, total: totalSupply })}
        </p>
      )}
      {open.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-4">
          {open.map((end, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two windows may end in the same second.
            <li key={`${end}-${index}`} className="grid min-w-20 justify-items-center gap-1.5">
              <Ring share={shareLeft(end - validPeriod * 1000, end, now)} stroke={5} className="size-12" />
              <span role="timer" aria-live="off" className="figures text-sm">
                {formatClock(secondsLeft(end, now))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
