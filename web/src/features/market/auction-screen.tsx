import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { config } from '../../lib/config.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ProjectGate } from '../payments/public.ts'
import { auctionTurnsAway } from './admission.ts'
import { BidBar } from './bid-bar.tsx'
import { BidFlow } from './bid-flow.tsx'
import { BidList } from './bid-list.tsx'
import { Hero } from './hero.tsx'
import { HistoryChart } from './history-chart.tsx'
import { PublicLog } from './public-log.tsx'
import { useBids, useProjectNow } from './use-auction.ts'
import { WinnerList } from './winner-list.tsx'

/** `/auction/{uid}` — the bids for the next unit that comes free. */
export function AuctionScreen({ follow }: { follow(project: ProjectWire): ReactNode }) {
  const { uid } = useParams()
  return (
    <ProjectGate uid={uid} judge={auctionTurnsAway} skeleton={<AuctionSkeleton />}>
      {(project) => <Auction known={project} follow={follow} />}
    </ProjectGate>
  )
}

type AuctionProps = { known: ProjectWire; follow(project: ProjectWire): ReactNode }

function Auction({ known, follow }: AuctionProps) {
  const { t } = useTranslation('market')
  const project = useProjectNow(known)
  const { view } = useBids(project.uid)
  return (
    <BidFlow project={project} view={view}>
      {(openBid) => (
        <>
          <title>{`${project.projectName} · ${t('table.bids').slice(1)} · ${config().productName}`}</title>
          <Hero project={project} view={view} follow={follow(project)} onBid={openBid} />
          <HistoryChart uid={project.uid} bids={view?.bids ?? []} />
          <WinnerList uid={project.uid} />
          <BidList uid={project.uid} />
          <PublicLog uid={project.uid} />
          <BidBar project={project} view={view} onBid={openBid} />
        </>
      )}
    </BidFlow>
  )
}

function AuctionSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-14">
      <Skeleton className="aspect-square" />
      <Skeleton className="h-80" />
    </div>
  )
}
