import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { periodInWords, unlockInWords } from '../../lib/period.ts'
import { AuthorLink } from '../../ui/author-link.tsx'
import { Cover } from '../../ui/cover.tsx'
import { CoverLink } from '../../ui/cover-link.tsx'
import { ShareProject } from '../../ui/share-project.tsx'

/** What is being bought: cover, names, price, access period and units left. */
export function ProjectSummary({ project, isGift }: { project: ProjectWire; isGift: boolean }) {
  const { t } = useTranslation('payments')
  const { projectName, author, thumbnail, fiatPrice, validPeriod, totalAvailable, description } = project
  return (
    <section className="flex flex-wrap items-start gap-5 lg:flex-col">
      <CoverLink work={project} className="w-32 shrink-0 sm:w-44 lg:w-full">
        <Cover
          src={thumbnail}
          author={author}
          projectName={projectName}
          decorative
          eager
          sizes="(min-width: 64rem) 30rem, 11rem"
        />
      </CoverLink>
      <div className="min-w-0 flex-1 basis-[8rem] lg:w-full lg:flex-none">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="name text-2xl sm:text-3xl lg:text-4xl">{projectName}</h2>
            <p className="mt-1 text-muted">
              <AuthorLink work={project} />
            </p>
          </div>
          <ShareProject project={project} />
        </div>
        <p className="figures mt-3 font-medium text-xl">{formatBRL(fiatPrice)}</p>
        <p className="mt-2 text-muted text-sm">
          {t('buy.period', { period: periodInWords(validPeriod) })}
          <br />
          {t('buy.unitsLeft', { count: totalAvailable })}
        </p>
        {/* A gift's time begins with whoever accepts it. */}
        {!isGift && (
          <p className="mt-2 max-w-[60ch] text-muted text-sm">
            {t('buy.unlock', { unlock: unlockInWords() })}
          </p>
        )}
        <p className="mt-4 hidden max-w-[60ch] whitespace-pre-line text-muted lg:block">{description}</p>
      </div>
    </section>
  )
}
