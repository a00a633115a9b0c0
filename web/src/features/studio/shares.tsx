import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { concernedBy } from '#domain/split.ts'
import type { SplitWire } from '#server/product/splits/contract.ts'
import { api } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { studioSplitsQuery } from '../../lib/studio.ts'
import { Button } from '../../ui/button.tsx'
import { Cover } from '../../ui/cover.tsx'
import { Failure } from '../../ui/failure.tsx'
import { ShareList } from '../../ui/share-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AgreeDialog } from './agree-dialog.tsx'
import { ProposeDialog } from './propose-dialog.tsx'
import { useStudioAction } from './use-studio-action.ts'

/** How each work is shared, and the changes that wait for everybody's agreement. */
export function Shares() {
  const { t } = useTranslation('studio')
  const { data, isPending, isFetching, refetch } = useQuery(studioSplitsQuery)
  if (isPending) return <Skeleton className="h-96" />
  if (!data) return <Failure message={t('failed')} onRetry={() => void refetch()} retrying={isFetching} />
  return (
    <>
      <p className="mb-6 max-w-[60ch] text-muted">{t('shares.text')}</p>
      {data.works.length === 0 && <p className="text-muted">{t('shares.none')}</p>}
      <ul className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {data.works.map((split) => (
          <Work key={split.project.uid} split={split} own={data.artist} />
        ))}
      </ul>
    </>
  )
}

/** `own` is the artist's uid. */
function Work({ split, own }: { split: SplitWire; own: string }) {
  const { t } = useTranslation('studio')
  const [isOpen, open] = useState(false)
  const { project, shares, since, isClosed, proposal } = split
  const mayPropose = !proposal && !isClosed && shares.some(({ artist }) => artist === own)
  return (
    <li className="flex flex-col gap-5 rounded-cover border border-line p-4 sm:p-5">
      <div className="flex items-center gap-4">
        <Cover
          src={project.thumbnail}
          author={project.author}
          projectName={project.projectName}
          decorative
          sizes="4rem"
          className="size-16 shrink-0"
          small
        />
        <div className="min-w-0">
          <h2 className="name break-words text-xl">{project.projectName}</h2>
          <p className="text-muted text-sm">
            {since
              ? t('shares.since', { when: formatDateTime(since, currentLanguage()) })
              : t('shares.alone')}
          </p>
        </div>
      </div>
      <ShareList shares={shares} note={({ artist }) => artist === own && t('shares.own')} />
      {proposal && <Proposal split={split} proposal={proposal} own={own} />}
      {isClosed && <p className="text-muted text-sm">{t('shares.closed')}</p>}
      {mayPropose && (
        <Button look="secondary" aria-haspopup="dialog" className="self-start" onClick={() => open(true)}>
          {t(shares.length > 1 ? 'shares.propose' : 'shares.first')}
        </Button>
      )}
      {isOpen && <ProposeDialog split={split} onClose={() => open(false)} />}
    </li>
  )
}

type ProposalProps = { split: SplitWire; proposal: NonNullable<SplitWire['proposal']>; own: string }

function Proposal({ split: { project, shares, isClosed }, proposal, own }: ProposalProps) {
  const { t } = useTranslation('studio')
  const [isAgreeing, agree] = useState(false)
  const isOwn = proposal.proposer === own
  const decline = useStudioAction(
    () => api('POST /studio/splits/{uid}/decline', { params: { uid: proposal.uid } }),
    t(isOwn ? 'shares.withdrawnNow' : 'shares.declinedNow'),
  )
  const asked = concernedBy(shares, proposal.shares)
  const isAsked = asked.some(({ artist }) => artist === own)
  const hasAgreed = proposal.agreed.includes(own)
  const missing = asked.filter(({ artist }) => !proposal.agreed.includes(artist)).map(({ name }) => name)
  return (
    <section
      aria-label={t('shares.proposalOf', { projectName: project.projectName })}
      className="flex flex-col gap-5 rounded-sheet bg-raised p-4"
    >
      <div>
        <h3 className="font-medium">{t('shares.proposal')}</h3>
        <p className="mt-1 text-muted text-sm">
          {t('shares.missing', {
            when: formatDateTime(proposal.proposedAt, currentLanguage()),
            names: missing.join(', '),
          })}
        </p>
      </div>
      <ShareList shares={proposal.shares} note={({ artist }) => artist === own && t('shares.own')} />
      {isAsked && hasAgreed && <p className="text-sm">{t('shares.hasAgreed')}</p>}
      {isAsked && (
        <div className="flex flex-wrap gap-2">
          {!hasAgreed && !isClosed && (
            <Button aria-haspopup="dialog" onClick={() => agree(true)}>
              {t('shares.agree')}
            </Button>
          )}
          <Button look="quiet" busy={decline.isPending} onClick={() => decline.mutate(undefined)}>
            {t(isOwn ? 'shares.withdraw' : 'shares.decline')}
          </Button>
        </div>
      )}
      {isAgreeing && (
        <AgreeDialog
          proposal={proposal.uid}
          projectName={project.projectName}
          before={pointsOf(shares, own)}
          after={pointsOf(proposal.shares, own)}
          onClose={() => agree(false)}
        />
      )}
    </section>
  )
}

const pointsOf = (shares: SplitWire['shares'], own: string) =>
  shares.find(({ artist }) => artist === own)?.basisPoints ?? 0
