import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ProposalStatus } from '#domain/proposal.ts'
import { formatMoment } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { rest } from '../../../lib/supabase.ts'
import { tableFault } from '../../../lib/table-fault.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { Failure } from '../../../ui/failure.tsx'

type Proposal = {
  id: number
  message: string
  status: ProposalStatus
  answer: string | null
  created_at: string
}

const MOST = 50

/** The newest ones; whoever works in the back office may read everybody's, so it says whose. */
export const proposalsOf = (uid: string) =>
  queryOptions({
    queryKey: ['proposals', uid],
    queryFn: async ({ signal }): Promise<Proposal[]> => {
      const { data, error } = await (await rest())
        .from('register_projects')
        .select('id, message, status, answer, created_at')
        .eq('user_id', uid)
        .order('id', { ascending: false })
        .limit(MOST)
        .abortSignal(signal)
      if (error) throw tableFault(error)
      return data as Proposal[]
    },
  })

/** What the fan has proposed so far, and what became of it; nothing for somebody who never has. */
export function OwnProposals() {
  const { t } = useTranslation('projects')
  const { profile } = useSignedIn()
  const proposals = useQuery(proposalsOf(profile.uid))
  if (proposals.isError) {
    return (
      <div className="mt-12">
        <Failure
          message={t('proposal.own.failed')}
          onRetry={() => void proposals.refetch()}
          retrying={proposals.isFetching}
        />
      </div>
    )
  }
  if (!proposals.data?.length) return null
  return (
    <section aria-labelledby="proposals-title" className="mt-12 max-w-3xl">
      <h2 id="proposals-title" className="section-title">
        {t('proposal.own.title')}
      </h2>
      <p className="mt-1 mb-4 text-muted text-sm [overflow-wrap:anywhere]">
        {t('proposal.own.lead', { email: profile.email })}
      </p>
      <ul className="divide-y divide-line border-line border-y">
        {proposals.data.map((proposal) => (
          <Line key={proposal.id} proposal={proposal} />
        ))}
      </ul>
    </section>
  )
}

function Line({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('projects')
  const { message, status, answer, created_at } = proposal
  return (
    <li className="py-3 [overflow-wrap:anywhere]">
      <p className="line-clamp-3">{message}</p>
      <p className="text-muted text-sm">
        {t('proposal.own.sent', { when: formatMoment(created_at, currentLanguage()) })} ·{' '}
        <span className="text-text">{t(`proposal.own.statuses.${status}`)}</span>
      </p>
      {answer && (
        <p className="mt-2 whitespace-pre-line text-muted text-sm">{t('proposal.own.answer', { answer })}</p>
      )}
    </li>
  )
}
