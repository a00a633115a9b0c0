import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { GUIDE_OF } from '#domain/guide.ts'
import { WAITING_MOST, type Waiting } from '#domain/waiting.ts'
import type { WaitingWire } from '#server/product/operations/waiting-contract.ts'
import { looksQuery } from '../../../../back-office/use-check.ts'
import { placeOf, waitingQuery } from '../../../../back-office/waiting.ts'
import { serverNow } from '../../../../lib/clock.ts'
import { formatMomentInSaoPaulo } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { paths } from '../../../../lib/paths.ts'
import { sayFailure } from '../../../../lib/say-failure.ts'
import { Failure } from '../../../../ui/failure.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { ago } from './ago.ts'
import { Checks } from './checks.tsx'

/** What waits for somebody, each kind with its number, its age and the way to it. */
export function Today() {
  const { t } = useTranslation('operations-back-office')
  const { data, error, isError, isFetching, refetch } = useQuery(waitingQuery)
  return (
    <section aria-labelledby="today" className="mb-10">
      <h2 id="today" className="mb-3 font-medium text-sm">
        {t('today.title')}
      </h2>
      {data ? (
        <Matters waiting={data} />
      ) : isError ? (
        <Failure
          message={sayFailure(error, t('today.failed'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton className="h-40" />
      )}
      <Checks />
    </section>
  )
}

function Matters({ waiting }: { waiting: readonly WaitingWire[] }) {
  const { t } = useTranslation('operations-back-office')
  const { data: looks } = useQuery(looksQuery)
  if (waiting.length === 0) {
    const isKnown = looks?.lookedAt !== null && looks?.comparedAt !== null
    return (
      <p className="rounded-cover border border-line border-dashed p-5 text-muted">
        {t(isKnown ? 'today.empty' : 'today.unknown')}
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line rounded-cover border border-line bg-raised">
      {waiting.map((matter) => (
        <li key={matter.kind}>
          <Matter matter={matter} />
        </li>
      ))}
    </ul>
  )
}

/** What should have happened again by now. */
const isRecurring = (kind: Waiting) => kind === 'worker' || kind === 'look' || kind === 'comparison'

function Matter({ matter }: { matter: WaitingWire }) {
  const { t } = useTranslation(['operations-back-office', 'refunds-back-office'])
  const { kind, count, oldest, due } = matter
  const language = currentLanguage()
  const what = t(`today.kinds.${kind}`, { count })
  return (
    <div className="flex items-stretch">
      <Link
        to={placeOf(matter)}
        className="grid min-h-12 min-w-0 flex-1 grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 transition duration-150 hover:bg-line/40"
      >
        <span className="figures text-lg">{count < WAITING_MOST ? count : t('today.many', { count })}</span>
        <span className="min-w-0">
          {what}
          <span className="block text-muted text-xs">
            {due
              ? t('refunds-back-office:dispute.due', { date: formatMomentInSaoPaulo(due, language) })
              : oldest &&
                t(isRecurring(kind) ? 'today.last' : 'today.since', {
                  ago: ago(oldest, serverNow(), language),
                })}
          </span>
        </span>
        <Icon name="forward" className="size-4 text-muted" />
      </Link>
      <Link
        to={`${paths.adminGuide}#${GUIDE_OF[kind]}`}
        aria-label={t('today.guideOf', { what })}
        className="flex min-w-11 shrink-0 items-center justify-center gap-2 border-line border-l px-3 text-muted text-sm transition duration-150 hover:bg-line/40 hover:text-text"
      >
        <Icon name="help" className="size-4" />
        <span className="hidden sm:inline">{t('today.guide')}</span>
      </Link>
    </div>
  )
}
