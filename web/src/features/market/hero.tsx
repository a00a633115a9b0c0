import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '#domain/countdown.ts'
import { formatBRL } from '#domain/money.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { addressPage } from '../../lib/explorer.ts'
import { periodInWords } from '../../lib/period.ts'
import { useNextUnit } from '../../lib/use-next-unit.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { AuthorLink } from '../../ui/author-link.tsx'
import { Cover } from '../../ui/cover.tsx'
import { CoverLink } from '../../ui/cover-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ShareProject } from '../../ui/share-project.tsx'
import { tinted } from '../../ui/tint.ts'
import { WorkClip } from '../../ui/work-clip.tsx'
import { AuctionNote } from './auction-note.tsx'
import { BidAction } from './bid-action.tsx'
import type { AuctionView } from './market-view.ts'
import { bestOffer, isOver, takesBids } from './offer.ts'
import { Standing } from './standing.tsx'

type HeroProps = {
  project: ProjectWire
  view: AuctionView | null
  /** Following the artist, and being told about the work. */
  follow: ReactNode
  onBid(): void
}

/** What is auctioned, its price, the fan's standing, and when that may change. */
export function Hero({ project, view, follow, onBid }: HeroProps) {
  const { t } = useTranslation('market')
  const next = useNextUnit(project)
  const { projectName, author, thumbnail, description, contractAddress } = project
  const room = tinted(project.tint)
  return (
    <section
      aria-labelledby="project-name"
      style={room.style}
      className={`${room.className} -mx-4 -mt-5 sm:-mx-8 sm:-mt-8 rounded-b-sheet px-4 pt-8 pb-10 sm:px-8 grid grid-cols-1 items-start gap-6 sm:grid-cols-[15rem_minmax(0,1fr)] sm:gap-8 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-14`}
    >
      <CoverLink
        work={project}
        className="w-full max-w-[max(8rem,min(16rem,calc(30svh-var(--strip,0px))))] justify-self-center sm:max-w-none"
      >
        <Cover
          src={thumbnail}
          author={author}
          projectName={projectName}
          ring={{ share: next?.share ?? 0, tone: view?.mine?.toLead === 0 ? 'gold' : 'accent' }}
          decorative
          eager
          sizes="(min-width: 64rem) 22rem, 16rem"
        />
      </CoverLink>
      <div className="low:flex min-w-0 low:flex-col">
        <div className="low:-order-3 flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h1 id="project-name" className="name text-[clamp(2rem,1.5rem+2.4vw,3.5rem)]">
              {projectName}
            </h1>
            <p className="mt-1 text-lg text-muted">
              <AuthorLink work={project} />
            </p>
          </div>
          <ShareProject project={project} />
        </div>
        <WorkClip work={project} briefOnPhones className="mt-3" />
        <Figures project={project} view={view} left={next?.left ?? null} />
        <div className="low:-order-2 mt-6 low:mt-3 hidden low:flex flex-wrap items-center gap-x-6 gap-y-3 lg:flex">
          <BidAction project={project} view={view} onBid={onBid} className="min-w-48" />
          <Standing project={project} view={view} />
        </div>
        <div className="mt-4 empty:hidden">
          <AuctionNote project={project} view={view} />
        </div>
        {follow}
        {description && <p className="mt-6 max-w-[60ch] whitespace-pre-line">{description}</p>}
        {contractAddress && (
          <a
            href={addressPage(contractAddress)}
            target="_blank"
            rel="noreferrer"
            className="link mt-4 inline-flex min-h-11 items-center gap-2 text-muted text-sm"
          >
            {t('onChain')}
            <Icon name="external" className="size-4" />
          </a>
        )}
      </div>
    </section>
  )
}

type FactProps = { label: string; className?: string; children: ReactNode }

function Fact({ label, className = '', children }: FactProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="figures mt-0.5">{children}</dd>
    </div>
  )
}

type FiguresProps = Pick<HeroProps, 'project' | 'view'> & { left: number | null }

/** `left`: seconds until the next unit comes free. Nobody waits for it while one is free now. */
function Figures({ project, view, left }: FiguresProps) {
  const { t } = useTranslation('market')
  const leading = view?.auction.leading ?? null
  const now = useServerNow()
  const { amount, free } = bestOffer(project, view?.auction ?? null)
  const isClosed = isOver(project, now)
  const isFree = free > 0 && takesBids(project, now)
  const isPaused = project.isPaused && now < Date.parse(project.expiredAt)
  const large =
    'font-medium text-[clamp(1.875rem,15vw,3.75rem)] leading-none low:text-3xl lg:text-5xl lg:leading-none low:leading-none'
  return (
    <dl className="low:-order-1 mt-6 low:mt-3 grid grid-cols-2 gap-x-6 gap-y-5 border-line border-y py-5 low:py-3 xl:grid-cols-[auto_auto_auto]">
      <Fact
        label={t(isClosed ? 'auction' : isFree ? 'freeNow' : isPaused ? 'nextUnitPaused' : 'nextUnit')}
        className="col-span-2 xl:col-span-1"
      >
        {isClosed ? (
          <span className={large}>{t('over')}</span>
        ) : isFree ? (
          <span className={large}>{formatBRL(amount)}</span>
        ) : isPaused ? (
          <span className={large}>{t('standing.paused')}</span>
        ) : (
          <span role="timer" aria-live="off" className={large}>
            {left === null ? '--' : formatClock(left)}
          </span>
        )}
      </Fact>
      <Fact label={t('price')}>
        <span className="font-medium text-xl">{formatBRL(project.fiatPrice)}</span>
      </Fact>
      {!isClosed && (
        <>
          <Fact label={t('leading')}>
            <span className="font-medium text-xl">
              {leading === null ? t(view ? 'noLeading' : 'unknown') : formatBRL(leading)}
            </span>
          </Fact>
          <Fact label={t('unitsFree')}>{project.totalAvailable}</Fact>
        </>
      )}
      <Fact label={t('validity')}>{periodInWords(project.validPeriod)}</Fact>
    </dl>
  )
}
