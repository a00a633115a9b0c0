import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { ApiError } from '../../../lib/api.ts'
import { paths } from '../../../lib/paths.ts'
import { BrokenScreen } from '../../../ui/broken-screen.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { TurnAway } from '../../../ui/turn-away.tsx'
import { projectQuery } from './api.ts'

/** Why a project's payment or auction page turns a fan away; the texts are `payments:buy.{reason}`; an auction that has `ended` says `closed`. */
export type TurnedAway =
  | 'noAccess'
  | 'closed'
  | 'ended'
  | 'paused'
  | 'notOpen'
  | 'unavailable'
  | 'auction'
  | 'owned'

type ProjectGateProps = {
  uid: string | undefined
  /** Shown until the project has loaded. */
  skeleton: ReactNode
  /** Why a fan cannot use this page; null if they can. */
  judge(project: ProjectWire): TurnedAway | null
  children(project: ProjectWire): ReactNode
}

/** Loads a page's project and lets the fan in, turns them away, or reports that the page is broken. */
export function ProjectGate({ uid, ...gate }: ProjectGateProps) {
  const { t } = useTranslation('payments')
  if (!uid) return <TurnAway reason={t('buy.noAccess')} />
  return <OpenGate key={uid} uid={uid} {...gate} />
}

function OpenGate({ uid, skeleton, judge, children }: ProjectGateProps & { uid: string }) {
  const { t } = useTranslation(['payments', 'common'])
  // What was fetched on an earlier visit must not decide about this one.
  const project = useQuery({ ...projectQuery(uid), refetchOnMount: 'always' })

  if (!project.isFetchedAfterMount || project.isPending) return skeleton
  // A later fetch that fails does not replace a page that is already shown.
  if (project.data !== undefined) {
    return (
      <Admission project={project.data} judge={judge}>
        {children}
      </Admission>
    )
  }
  if (project.error instanceof ApiError && project.error.status === 404) {
    return <TurnAway reason={t('buy.noAccess')} />
  }
  return (
    <BrokenScreen error={project.error} onRetry={() => void project.refetch()} retrying={project.isFetching}>
      <ButtonLink look="quiet" to={paths.dashboard}>
        {t('common:back')}
      </ButtonLink>
    </BrokenScreen>
  )
}

type AdmissionProps = Pick<ProjectGateProps, 'judge' | 'children'> & { project: ProjectWire }

/** Decided once, on arrival: later the last unit may be gone because this very fan is paying for it. */
function Admission({ project, judge, children }: AdmissionProps) {
  const { t } = useTranslation('payments')
  const [reason] = useState(() => judge(project))
  if (!reason) return children(project)
  const text = t(`buy.${reason === 'ended' ? 'closed' : reason}`)
  // Whoever loads the page again after buying, for instance, is led to what they have bought.
  if (reason === 'owned') return <TurnAway reason={text} to={paths.shelf} />
  // An old link to the first lot.
  if (reason === 'auction') return <TurnAway reason={text} to={paths.auction(project.uid)} />
  // The link to an auction stands in the mails of its bids, long after it has ended.
  if (reason === 'ended') return <TurnAway reason={text} to={paths.work(project.uid)} />
  return <TurnAway reason={text} />
}
