import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import type { ProjectWire } from '#domain/wire/api.ts'
import { ApiError } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { BrokenScreen } from '../../ui/broken-screen.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type TurnedAway, turnedAway } from './admission.ts'
import { projectQuery } from './api.ts'
import { Checkout } from './checkout.tsx'

/** `/payment/{uid}` — a token of the first lot, at its fixed price. */
export function PaymentScreen() {
  const { uid } = useParams()
  if (!uid) return <TurnAway reason="noAccess" />
  return <ProjectPayment key={uid} uid={uid} />
}

function ProjectPayment({ uid }: { uid: string }) {
  const { t } = useTranslation('common')
  const project = useQuery(projectQuery(uid))

  if (project.isPending) {
    return (
      <Frame>
        <Skeleton className="h-[32rem]" />
      </Frame>
    )
  }
  if (project.isError) {
    if (project.error instanceof ApiError && project.error.status === 404)
      return <TurnAway reason="noAccess" />
    return (
      <Frame>
        <BrokenScreen
          error={project.error}
          onRetry={() => void project.refetch()}
          retrying={project.isFetching}
        >
          <ButtonLink look="quiet" to={paths.dashboard}>
            {t('back')}
          </ButtonLink>
        </BrokenScreen>
      </Frame>
    )
  }
  return <Admission project={project.data} />
}

/** Decided once, on arrival: later the last unit may be gone because this very fan is paying for it. */
function Admission({ project }: { project: ProjectWire }) {
  const [reason] = useState(() => turnedAway(project))
  if (reason) return <TurnAway reason={reason} />
  return (
    <Frame>
      <Checkout project={project} />
    </Frame>
  )
}

function TurnAway({ reason }: { reason: TurnedAway | 'noAccess' }) {
  const { t } = useTranslation('payment')
  const navigate = useNavigate()
  useEffect(() => {
    toast.error(t(`buy.${reason}`), { id: 'turned-away' })
    navigate(paths.dashboard, { replace: true })
  }, [reason, t, navigate])
  return null
}

function Frame({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation('payment')
  return (
    <>
      <ScreenTitle>{t('buy.title')}</ScreenTitle>
      {children}
    </>
  )
}
