import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useParams } from 'react-router'
import type { ArtistPageWire } from '#server/product/studio/contract.ts'
import { ApiError, api } from '../../../lib/api.ts'
import { config } from '../../../lib/config.ts'
import { paths } from '../../../lib/paths.ts'
import { forgetReturn } from '../../../lib/return-path.ts'
import { storedAddress } from '../../../lib/stored-address.ts'
import { useSession } from '../../../session/provider.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { pictureSources } from '../../../ui/picture-sources.ts'
import { Ring } from '../../../ui/ring.tsx'
import { ShareButton } from '../../../ui/share-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { WorkCard } from './work-card.tsx'

/** As a project's page is read again: units and bids change. */
const REREAD_MS = 15_000
/** Covers that are in sight at once, on a phone. */
const FIRST_ROW = 2

type ArtistPageProps = {
  /** The button that follows the artist. */
  follow(page: ArtistPageWire): ReactNode
}

/** An artist as anybody sees them: name, picture, story and works. */
export function ArtistPage({ follow }: ArtistPageProps) {
  const { t } = useTranslation('artists')
  const { slug = '' } = useParams()
  const { state } = useSession()
  const page = useQuery({
    queryKey: ['artist-page', slug],
    queryFn: async ({ signal }) =>
      (await api('GET /artist-pages/{name}', { params: { name: slug }, signal })).data,
    refetchInterval: (query) => (query.state.error ? false : REREAD_MS),
  })
  const isIn = state.phase === 'signed-in'
  const present = page.data?.slug
  const { pathname } = useLocation()
  // A visitor who was to return here has arrived.
  useEffect(() => {
    if (isIn) forgetReturn()
  }, [isIn])

  // By an address that the page had before.
  if (present && present !== slug) {
    return <Navigate to={pathname.replace(/[^/]+$/, encodeURIComponent(present))} replace />
  }
  if (page.data) return <Page page={page.data} action={follow(page.data)} />
  if (page.isPending) return <PageSkeleton />
  if (page.error instanceof ApiError && page.error.status === 404) return <Missing />
  return (
    <div className="mx-auto max-w-xl px-4 py-16">
      <Failure message={t('page.failed')} onRetry={() => void page.refetch()} retrying={page.isFetching} />
    </div>
  )
}

const FRAME = 'mx-auto w-full max-w-6xl px-4 py-8 sm:px-8 lg:py-16'

function Page({ page, action }: { page: ArtistPageWire; action: ReactNode }) {
  const { t } = useTranslation('artists')
  const { name, slug, story, works } = page
  const picture = page.picture && storedAddress(page.picture)
  const product = config().productName
  return (
    <article aria-labelledby="artist-name" className={FRAME}>
      <title>{t('page.meta.title', { name, product })}</title>
      <header className="flex flex-col gap-6 sm:flex-row sm:items-end sm:gap-10">
        {picture && (
          <img
            src={picture}
            srcSet={pictureSources(picture)}
            sizes="(min-width: 40rem) 16rem, 10rem"
            alt={t('page.portrait', { name })}
            width={600}
            height={600}
            className="aspect-square size-40 shrink-0 rounded-cover bg-raised object-cover sm:size-64"
          />
        )}
        <div className="flex min-w-0 flex-col gap-5">
          <h1 id="artist-name" className="name break-words text-[clamp(2.5rem,1.75rem+3.4vw,4.5rem)]">
            {name}
          </h1>
          <div className="flex flex-wrap items-center gap-3">
            {action}
            <ShareButton
              path={paths.artistPage(slug)}
              title={name}
              text={t('page.shareText', { name, product })}
              label={t('page.share')}
            />
          </div>
        </div>
      </header>
      {story && <p className="mt-8 max-w-[60ch] whitespace-pre-line text-lg leading-relaxed">{story}</p>}
      <section aria-labelledby="artist-works" className="mt-12">
        <h2 id="artist-works" className="section-title mb-6">
          {t('page.works')}
        </h2>
        {works.length === 0 && <p className="max-w-[50ch] text-muted">{t('page.empty')}</p>}
        <ul className="grid grid-cols-2 gap-x-6 gap-y-10 md:grid-cols-3 xl:grid-cols-4">
          {works.map((work, index) => (
            <li key={work.uid}>
              <WorkCard work={work} eager={index < FIRST_ROW} />
            </li>
          ))}
        </ul>
      </section>
    </article>
  )
}

function Missing() {
  const { t } = useTranslation('artists')
  return (
    <div className="mx-auto grid min-h-[70dvh] max-w-xl content-center justify-items-start gap-6 px-4">
      <title>{t('page.meta.missingTitle', { product: config().productName })}</title>
      <Ring share={0} stroke={3} className="size-24" />
      <h1 className="name text-4xl sm:text-5xl">{t('page.missingTitle')}</h1>
      <p className="text-muted">{t('page.missingText')}</p>
      <ButtonLink to={paths.dashboard}>{t('page.others')}</ButtonLink>
    </div>
  )
}

function PageSkeleton() {
  return (
    <div className={FRAME}>
      <Skeleton className="h-40 max-w-xl sm:h-64" />
      <Skeleton className="mt-12 h-96" />
    </div>
  )
}
