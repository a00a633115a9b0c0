import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { serverNow } from '../../lib/clock.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { turnedAway } from './admission.ts'
import { ProjectGate } from './checkout/project-gate.tsx'
import { Checkout, type SaleInTurn } from './checkout.tsx'

/** `/payment/{uid}` — a token of the first lot, at its fixed price. */
export function PaymentScreen(parts: {
  play(project: ProjectWire): ReactNode
  /** How the gift that a payment has bought reaches its recipient. */
  handOver(paymentUid: string): ReactNode
  turn: SaleInTurn
}) {
  const { t } = useTranslation('payments')
  const { uid } = useParams()
  const [search] = useSearchParams()
  const giving = search.has('gift')
  const tipping = search.has('tip')
  return (
    <>
      <ScreenTitle>{t('buy.title')}</ScreenTitle>
      <ProjectGate
        uid={uid}
        judge={(project) => turnedAway(project, serverNow(), giving)}
        skeleton={<Skeleton className="h-[32rem]" />}
      >
        {(project) => <Checkout {...parts} {...{ project, giving, tipping }} play={parts.play(project)} />}
      </ProjectGate>
    </>
  )
}
