import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProposalDecision } from '#server/product/projects/proposal-contract.ts'
import type { AdminProposalWire } from '#server/product/projects/wire.ts'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { api } from '../../../lib/api.ts'

/** The actions on one proposal. Opening a new one marks it as read, without a toast. */
export function useProposal({ id, status }: AdminProposalWire) {
  const { t } = useTranslation(['projects-back-office', 'back-office'])
  const cache = useQueryClient()
  const action = useAdminAction('POST /admin/proposals/{id}', {
    done: () => t('proposal.told'),
    failed: t('back-office:requests.failed'),
  })
  useEffect(() => {
    if (status !== 'received') return
    api('POST /admin/proposals/{id}', { params: { id }, body: { status: 'read' } })
      .then(() => cache.invalidateQueries({ queryKey: ['admin'] }))
      // It stays new, and is marked when it is next opened.
      .catch(() => undefined)
  }, [cache, id, status])
  return {
    isPending: action.isPending,
    decide: (decision: ProposalDecision) => action.mutateAsync({ params: { id }, body: decision }),
  }
}
