import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ProjectGate } from '../../checkout/project-gate.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { turnedAway } from './admission.ts'
import { Checkout } from './checkout.tsx'

/** `/payment/{uid}` — a token of the first lot, at its fixed price. */
export function PaymentScreen() {
  const { t } = useTranslation('payments')
  const { uid } = useParams()
  return (
    <>
      <ScreenTitle>{t('buy.title')}</ScreenTitle>
      <ProjectGate uid={uid} judge={turnedAway} skeleton={<Skeleton className="h-[32rem]" />}>
        {(project) => <Checkout project={project} />}
      </ProjectGate>
    </>
  )
}
