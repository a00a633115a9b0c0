import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { formatClock, secondsLeft, shareLeft } from '#domain/countdown.ts'
import { formatHour } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { windowShare } from '../../../lib/token-state.ts'
import { tokensQuery } from '../../../lib/tokens.ts'
import { useServerNow } from '../../../lib/use-server-now.ts'
import { Cover } from '../../../ui/cover.tsx'
import { Failure } from '../../../ui/failure.tsx'
import type { EdgeRingProps } from '../../../ui/ring.tsx'
import { FIRST_PROJECTS, projectsQuery, userBidsQuery } from './api.ts'
import { type Ending, endingSoon } from './ending-soon.ts'

/** `_acabam logo`: what is the fan's own, and what closes soon, before anything else that is for sale. */
export function EndingSoonRow() {
  const { t } = useTranslation('projects-dashboard')
  const now = useServerNow()
  const shelf = useInfiniteQuery(tokensQuery)
  const tokens = shelf.data?.pages.flatMap((page) => page.data) ?? []
  const bids = useInfiniteQuery(userBidsQuery).data?.pages.flatMap((page) => page.data) ?? []
  // The list as it is first shown; where another one is asked for, it is not read as well.
  const { search } = useLocation()
  const shop = useInfiniteQuery({ ...projectsQuery(FIRST_PROJECTS), enabled: search === '' })
  const projects = shop.data?.pages.flatMap((page) => page.data) ?? []
  const endings = endingSoon({ tokens, bids, projects }, now)
  // What the fan holds runs out unseen otherwise.
  if (shelf.isLoadingError)
    return (
      <div className="mb-12">
        <Failure
          message={t('ending.failed')}
          onRetry={() => void shelf.refetch()}
          retrying={shelf.isFetching}
        />
      </div>
    )
  if (endings.length === 0) return null
  return (
    <section aria-labelledby="ending-title" className="mb-12">
      <h2 id="ending-title" className="section-title mb-5">
        {t('ending.title')}
      </h2>
      <ul className="-mx-4 sm:-mx-8 flex snap-x scroll-px-4 gap-6 overflow-x-auto px-4 pt-2 pb-2 sm:scroll-px-8 sm:px-8">
        {endings.map((ending) => (
          <li key={ending.key} className="w-36 shrink-0 snap-start sm:w-44">
            <EndingCard ending={ending} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function EndingCard({ ending, now }: { ending: Ending; now: number }) {
  const { work } = ending
  const { words, look } = useWords(ending, now)
  return (
    <article className="group relative">
      <Cover
        src={work.thumbnail}
        author={work.author}
        projectName={work.projectName}
        ring={ringOf(ending, now)}
        decorative
        eager
        sizes="11rem"
      />
      <h3 className="mt-4 truncate font-semibold">
        <Link to={wayTo(ending)} className="after:absolute after:inset-0 group-hover:text-accent-text">
          {work.projectName}
        </Link>
      </h3>
      <p className={`figures mt-0.5 text-xs ${look}`}>{words}</p>
    </article>
  )
}

function wayTo(ending: Ending): string {
  if (ending.kind === 'token') return paths.shelf
  const isAuction = ending.kind === 'bid' || ending.phase === 'auction'
  return isAuction ? paths.auction(ending.work.uid) : paths.payment(ending.work.uid)
}

function ringOf(ending: Ending, now: number): EdgeRingProps | null {
  if (ending.kind === 'token') {
    return { share: windowShare(ending.token, now), tone: ending.state === 'open' ? 'live' : 'accent' }
  }
  if (ending.kind === 'closing' || ending.period === null) return null
  const share = shareLeft(ending.end - ending.period * 1000, ending.end, now)
  return { share, tone: ending.position === 1 ? 'gold' : 'muted' }
}

/** Where the fan stands, and until when. */
function useWords(ending: Ending, now: number): { words: string; look: string } {
  const { t } = useTranslation('projects-dashboard')
  const clock = formatClock(secondsLeft(ending.end, now)).replace(/^00:/, '')
  if (ending.kind === 'closing') return { words: t('ending.closes', { clock }), look: 'text-muted' }
  if (ending.kind === 'bid') {
    if (ending.position === 1) return { words: t('ending.leads', { clock }), look: 'text-gold' }
    const position = ending.position === null ? '' : t('bids.place', { position: ending.position })
    return { words: t('ending.behind', { position, clock }), look: 'text-muted' }
  }
  if (ending.state === 'open') return { words: t('ending.open', { clock }), look: 'text-live' }
  const hour = formatHour(new Date(ending.end).toISOString())
  return { words: t('ending.locked', { hour }), look: 'text-accent-text' }
}
