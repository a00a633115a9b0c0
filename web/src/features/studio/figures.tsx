import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { WHOLE } from '#domain/split.ts'
import { languageTag } from '#i18n/language.ts'
import type { StudioFiguresWire, StudioWire } from '#server/product/studio/contract.ts'
import { api } from '../../lib/api.ts'
import { formatDateTime, formatHour, unbroken } from '../../lib/format.ts'
import { formatShare } from '../../lib/format-share.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { STUDIO_AGAIN_MS } from '../../lib/studio.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Cover } from '../../ui/cover.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const COUNTS = ['plays', 'holders', 'bids', 'standing'] as const
/** Shown where there are any. */
const RETURNS = ['undone', 'refunded'] as const
const AMOUNTS = ['volume', 'tips', 'payable', 'paid'] as const

type Work = StudioFiguresWire['works'][number]

/** The live figures of each published work. */
export function Figures({ studio }: { studio: StudioWire }) {
  const { t } = useTranslation('studio')
  const { data, isPending, isFetching, refetch } = useQuery({
    queryKey: ['studio', 'figures'],
    queryFn: async ({ signal }) => (await api('GET /studio/figures', { signal })).data,
    refetchInterval: STUDIO_AGAIN_MS,
  })
  if (isPending) return <Skeleton className="h-96" />
  if (!data) return <Failure message={t('failed')} onRetry={() => void refetch()} retrying={isFetching} />
  return (
    <>
      <p className="mb-6 text-muted">{t('figures.followers', { count: studio.followers })}</p>
      {data.works.length === 0 && <p className="text-muted">{t('figures.none')}</p>}
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {data.works.map((work) => (
          <WorkFigures key={work.uid} work={work} />
        ))}
      </ul>
      {data.works.length > 0 && <p className="mt-8 max-w-[60ch] text-muted text-sm">{t('figures.terms')}</p>}
      <p className="mt-4 text-muted text-sm">{t('figures.live', { time: formatHour(data.at) })}</p>
    </>
  )
}

function WorkFigures({ work }: { work: Work }) {
  const { t } = useTranslation('studio')
  const { uid, projectName, author, thumbnail, share, resales, basisPoints, isAuthor } = work
  const count = (value: number) => value.toLocaleString(languageTag(currentLanguage()))
  const money = (centavos: number) => unbroken(formatBRL(centavos))
  return (
    <li className="flex flex-col rounded-cover border border-line p-4 sm:p-5">
      <div className="mb-4 flex items-center gap-4">
        <Cover
          src={thumbnail}
          author={author}
          projectName={projectName}
          decorative
          sizes="4rem"
          className="size-16 shrink-0"
          small
        />
        <div className="min-w-0">
          <h2 className="name break-words text-xl">
            <Link to={paths.work(uid)} className="hover:text-accent-text">
              {projectName}
            </Link>
          </h2>
          <State work={work} />
        </div>
      </div>
      <Rows>
        <Row label={t('figures.share')} value={money(share)} strong />
        {basisPoints < WHOLE && <Row label={t('figures.part')} value={formatShare(basisPoints)} />}
        {AMOUNTS.filter((name) => name !== 'tips' || work.tips > 0).map((name) => (
          <Row key={name} label={t(`figures.${name}`)} value={money(work[name])} />
        ))}
        <Row label={t('figures.sold')} value={count(work.sold)} />
        {RETURNS.filter((name) => work[name] > 0).map((name) => (
          <Row key={name} label={t(`figures.${name}`)} value={count(work[name])} />
        ))}
        {COUNTS.map((name) => (
          <Row key={name} label={t(`figures.${name}`)} value={count(work[name])} />
        ))}
        <Row label={t('figures.resales')} value={count(resales.count)} />
        {resales.last !== null && <Row label={t('figures.last')} value={money(resales.last)} />}
        {resales.highest !== null && <Row label={t('figures.highest')} value={money(resales.highest)} />}
      </Rows>
      {isAuthor && (
        <ButtonLink
          to={paths.studioWork(uid)}
          look="secondary"
          aria-label={t('figures.editOf', { projectName })}
          className="mt-4 self-start"
        >
          {t('figures.edit')}
        </ButtonLink>
      )}
    </li>
  )
}

/** Where it stands, and from when or until when it is sold. */
function State({ work: { phase, isPaused, unsold, supply, opensAt, expiredAt } }: { work: Work }) {
  const { t } = useTranslation('studio')
  const now = useServerNow()
  const date = (iso: string) => formatDateTime(iso, currentLanguage())
  const until = t(phase === 'closed' ? 'figures.closed' : 'figures.until', { date: date(expiredAt) })
  return (
    <p className="text-muted text-sm">
      {phase !== 'closed' && (
        <span className="block text-text">
          {isPaused ? t('figures.paused') : t(`figures.phase.${phase}`, { left: unsold, total: supply })}
        </span>
      )}
      {phase !== 'closed' && opensAt !== null && Date.parse(opensAt) > now
        ? t('figures.opens', { date: date(opensAt) })
        : until}
    </p>
  )
}
