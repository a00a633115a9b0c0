import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { concernedBy } from '#domain/split.ts'
import type { SplitWire } from '#server/product/splits/contract.ts'
import { May } from '../../../back-office/office.tsx'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { dataOf } from '../../../lib/api.ts'
import { formatInSaoPaulo } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { ShareList } from '../../../ui/share-list.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SplitDialog } from './split-dialog.tsx'

/** Who shares the author's part of a project, and the change that waits for everybody. A closed one has no more sales to share. */
export function Split({ uid }: { uid: string }) {
  const { t } = useTranslation('projects-back-office')
  const { data, isPending, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'split', uid],
    queryFn: ({ signal }) => dataOf('GET /admin/projects/{uid}/split', { params: { uid }, signal }),
  })
  return (
    <section aria-labelledby="split" className="mt-4 rounded-sheet border border-line bg-raised p-5 text-sm">
      <h2 id="split" className="section-title mb-4">
        {t('split.title')}
      </h2>
      {data && <Shares split={data} />}
      {!data && isPending && <Skeleton className="h-32" />}
      {!data && !isPending && (
        <Failure message={t('split.failed')} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </section>
  )
}

function Shares({ split }: { split: SplitWire }) {
  const { t } = useTranslation('projects-back-office')
  const [isOpen, open] = useState(false)
  const { shares, since, isFixed, isClosed, proposal } = split
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
      <div className="flex flex-col items-start gap-5">
        <p className="text-muted">
          {since ? t('split.since', { when: formatInSaoPaulo(since, currentLanguage()) }) : t('split.alone')}
        </p>
        <div className="w-full">
          <ShareList shares={shares} />
        </div>
        {isClosed && <p className="text-muted">{t('split.closed')}</p>}
        {!proposal && !isClosed && (
          <>
            <May call="POST /admin/projects/{uid}/split">
              <Button look="secondary" aria-haspopup="dialog" onClick={() => open(true)}>
                {t(isFixed ? 'split.propose' : 'split.set')}
              </Button>
            </May>
            <p className="text-muted">{t(isFixed ? 'split.fixed' : 'split.free')}</p>
          </>
        )}
      </div>
      {proposal && <Proposal split={split} proposal={proposal} />}
      {isOpen && <SplitDialog split={split} onClose={() => open(false)} />}
    </div>
  )
}

type Proposed = NonNullable<SplitWire['proposal']>

function Proposal({ split: { shares }, proposal }: { split: SplitWire; proposal: Proposed }) {
  const { t } = useTranslation('projects-back-office')
  const withdraw = useAdminAction('POST /admin/splits/{uid}/withdraw', {
    done: () => t('split.withdrawn'),
    failed: t('failed'),
  })
  return (
    <div className="flex flex-col items-start gap-5 rounded-cover border border-edge p-4">
      <h3 className="font-medium">
        {t('split.proposal', { when: formatInSaoPaulo(proposal.proposedAt, currentLanguage()) })}
      </h3>
      <div className="w-full">
        <ShareList shares={proposal.shares} />
      </div>
      <ul className="w-full divide-y divide-line border-line border-y">
        {concernedBy(shares, proposal.shares).map(({ artist, name, hasAccount }) => (
          <li key={artist} className="flex min-h-11 items-center justify-between gap-4 py-2">
            <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
            <span className="shrink-0 text-muted">
              <Standing
                artist={artist}
                hasAgreed={proposal.agreed.includes(artist)}
                hasAccount={hasAccount}
              />
            </span>
          </li>
        ))}
      </ul>
      <May call="POST /admin/splits/{uid}/withdraw">
        <Button
          look="quiet"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ params: { uid: proposal.uid } })}
        >
          {t('split.withdraw')}
        </Button>
      </May>
    </div>
  )
}

type StandingProps = { artist: string; hasAgreed: boolean; hasAccount: boolean }

/** Whether they have agreed, or can; who has no account is invited on their page. */
function Standing({ artist, hasAgreed, hasAccount }: StandingProps) {
  const { t } = useTranslation('projects-back-office')
  if (hasAgreed) return t('split.agreed')
  if (hasAccount) return t('split.waiting')
  return (
    <Link to={paths.adminArtist(artist)} className="link flex min-h-11 items-center">
      {t('split.noAccount')}
    </Link>
  )
}
