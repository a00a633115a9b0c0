import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { ApiError } from '../../../lib/api.ts'
import { config } from '../../../lib/config.ts'
import { paths } from '../../../lib/paths.ts'
import { publicProjectQuery } from '../../../lib/public-project.ts'
import { forgetReturn } from '../../../lib/return-path.ts'
import { useSession } from '../../../session/provider.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Ring } from '../../../ui/ring.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { SaleIn, WayToBuy } from './project-action.tsx'
import { ProjectRoom } from './project-room.tsx'

/** Visitors without an account have no realtime connection, so units and bids are polled this often. */
const REREAD_MS = 15_000

type ProjectScreenProps = {
  buy?: WayToBuy
  room?: SaleIn
  /** What other capabilities add below the action, and at the end. */
  beside?: (project: PublicProjectWire) => ReactNode
  below?: (project: PublicProjectWire) => ReactNode
}

/** `/p/{uid}` — a project as its artist shares it, for people who have never heard of us; and what fans have inside. */
export function ProjectScreen({ buy, room, beside, below }: ProjectScreenProps) {
  const { uid = '' } = useParams()
  const { t } = useTranslation('projects')
  const { state } = useSession()
  const project = useQuery({
    ...publicProjectQuery(uid),
    refetchInterval: (query) => (query.state.error ? false : REREAD_MS),
  })
  const isIn = state.phase === 'signed-in'

  // A visitor who was to return here has arrived.
  useEffect(() => {
    if (isIn) forgetReturn()
  }, [isIn])

  if (project.data)
    return (
      <ProjectRoom
        project={project.data}
        buy={buy}
        room={room}
        beside={beside?.(project.data)}
        below={below?.(project.data)}
      />
    )
  if (project.isPending) return <RoomSkeleton />
  if (project.error instanceof ApiError && project.error.status === 404) return <Missing />
  return (
    <div className="mx-auto max-w-xl px-4 py-16">
      <Failure message={t('failed')} onRetry={() => void project.refetch()} retrying={project.isFetching} />
    </div>
  )
}

function Missing() {
  const { t } = useTranslation('projects')
  return (
    <div className="mx-auto grid min-h-[70dvh] max-w-xl content-center justify-items-start gap-6 px-4">
      <title>{`${t('missingTitle')} · ${config().productName}`}</title>
      <Ring share={0} stroke={3} className="size-24" />
      <h1 className="name text-4xl sm:text-5xl">{t('missingTitle')}</h1>
      <p className="text-muted">{t('missingText')}</p>
      <ButtonLink to={paths.dashboard}>{t('others')}</ButtonLink>
    </div>
  )
}

function RoomSkeleton() {
  return (
    <div className="mx-auto grid grid-cols-1 max-w-6xl gap-8 px-4 py-8 sm:grid-cols-[15rem_minmax(0,1fr)] sm:px-8 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] lg:gap-16 lg:py-16">
      <Skeleton className="aspect-square w-full" />
      <Skeleton className="h-96" />
    </div>
  )
}
