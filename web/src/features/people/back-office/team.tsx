import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OWNER } from '#domain/role.ts'
import type { TeamWire } from '#server/product/people/team-contract.ts'
import { ASK_AGAIN_MS } from '../../../back-office/office.tsx'
import { api } from '../../../lib/api.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const useTeam = () =>
  useQuery({
    queryKey: ['admin', 'team'],
    queryFn: async ({ signal }) => (await api('GET /admin/team', { signal })).data,
    // Another owner's request appears by itself.
    refetchInterval: ASK_AGAIN_MS,
  })

/** Whether a change of a role counts at once (`alone`) or after another owner's confirmation; undefined until known. */
export function useRoleRule(): 'alone' | 'two' | undefined {
  const owners = useTeam().data?.people.filter(({ role, isActive }) => role === OWNER && isActive)
  return owners && (owners.length === 1 ? 'alone' : 'two')
}

/** Reads who works in the back office, for those who may see it. */
export function Team({ children }: { children(team: TeamWire): ReactNode }) {
  const { t } = useTranslation('back-office')
  const { data, isError, isFetching, refetch } = useTeam()
  if (data) return children(data)
  if (!isError) return <Skeleton className="h-40" />
  return <Failure message={t('loadFailed')} onRetry={() => void refetch()} retrying={isFetching} />
}
