import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { periodInWords, unlockInWords } from '../../../lib/period.ts'
import { UnitRings } from './unit-rings.tsx'

/** What the clip leaves out, how the lyrics begin, what a $TUNE is, and the units with their rings. */
export function ProjectStory({ project }: { project: PublicProjectWire }) {
  const { t } = useTranslation('projects')
  const { clip, firstLines, phase, validPeriod } = project
  const id = useId()
  const period = periodInWords(validPeriod)
  if (phase === 'closed') return null
  return (
    <>
      {clip && <p className="mt-4 max-w-[60ch] text-muted text-sm">{t('clipAdds', { period })}</p>}
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
