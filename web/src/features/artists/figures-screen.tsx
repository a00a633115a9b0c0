import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { ArtistFiguresWire } from '#server/product/artists/earnings-wire.ts'
import { ApiError, api } from '../../lib/api.ts'
import { formatDateTime, formatHour, unbroken } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { Failure } from '../../ui/failure.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ProjectFigures } from './project-figures.tsx'
import { useNoIndexing } from './use-no-indexing.ts'

const AGAIN_MS = 15_000

/** `/artist/{token}` — an artist's figures, live, for anyone with the link. */
export function FiguresScreen() {
  const { t } = useTranslation('artists')
  const { token = '' } = useParams()
  useNoIndexing()
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['artist', token],
    queryFn: async ({ signal }) => (await api('POST /artist-figures', { body: { token }, signal })).data,
    // A revoked link stays revoked.
    refetchInterval: ({ state }) => (isGone(state.error) ? false : AGAIN_MS),
    retry: (tries, fault) => !isGone(fault) && tries < 3,
  })
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-8 sm:px-8">
      {isGone(error) && (
        <>
          <ScreenTitle>{t('gone')}</ScreenTitle>
          <p>{t('goneText')}</p>
        </>
      )}
      {isPending && !isGone(error) && (
        <div role="status">
          <span className="sr-only">{t('loading')}</span>
          <Skeleton className="h-[32rem]" />
        </div>
      )}
      {error && !data && !isGone(error) && (
        <Failure message={t('failed')} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data && !isGone(error) && <Figures figures={data} />}
    </div>
  )
}

function Figures({ figures: { name, at, expiresAt, projects } }: { figures: ArtistFiguresWire }) {
  const { t } = useTranslation('artists')
  return (
    <>
      <ScreenTitle lead={t('private')}>{t('title', { name })}</ScreenTitle>
      {projects.length === 0 && <p className="text-muted">{t('empty')}</p>}
      {projects.length > 0 && <TotalFigures projects={projects} />}
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {projects.map((project) => (
          <ProjectFigures key={project.uid} project={project} />
        ))}
      </ul>
      <p className="mt-8 text-muted text-sm">
        {t('live', { time: formatHour(at) })}{' '}
        {t('until', { when: formatDateTime(expiresAt, currentLanguage()) })}
      </p>
    </>
  )
}

const isGone = (fault: unknown) => fault instanceof ApiError && fault.code === 'link_not_found'

const FIGURES = ['volume', 'share', 'payable', 'paid'] as const

/** The totals of all projects. */
function TotalFigures({ projects }: { projects: ArtistFiguresWire['projects'] }) {
  const { t } = useTranslation('artists')
  return (
    <section aria-label={t('all')} className="mb-8">
      <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {FIGURES.map((figure) => (
          <div key={figure} className="rounded-cover border border-line bg-raised p-4 sm:p-5">
            <dt className="text-muted text-sm">{t(figure)}</dt>
            <dd className="figures mt-2 text-xl">
              {unbroken(formatBRL(projects.reduce((sum, project) => sum + project[figure], 0)))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
