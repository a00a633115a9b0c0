import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { CardGate } from '../../checkout/card-gate.tsx'
import type { OutsideMethod } from '../../checkout/method-choice.tsx'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { OwnBalance } from '../../ui/own-balance.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { useFocusInPlace } from '../../ui/use-focus-in-place.ts'
import { DepositChoice } from './deposit-choice.tsx'
import { SentDeposit } from './sent-deposit.tsx'

const DEPOSIT = { typeBuy: 'balance', UID: '' } as const

/** `/deposit` — money from outside into the wallet. */
export function DepositScreen() {
  const { t } = useTranslation('payments')
  // Kept for the next payment, whose form is empty otherwise.
  const [method, setMethod] = useState<OutsideMethod>('pix')
  const [sent, setSent] = useState<PaymentWire | null>(null)
  const place = useFocusInPlace<HTMLDivElement>(sent !== null)
  return (
    <div ref={place} className="mx-auto max-w-lg">
      <ScreenTitle lead={sent ? undefined : t('deposit.lead')}>{t('deposit.title')}</ScreenTitle>
      {/* Around both, so that another payment does not wait for the same answer again. */}
      <CardGate place={DEPOSIT} projectId={null} onSent={setSent}>
        {sent ? (
          <SentDeposit payment={sent} onAgain={() => setSent(null)}>
            <ButtonLink to={paths.dashboard}>{t('deposit.success.listen')}</ButtonLink>
            <Button look="secondary" onClick={() => setSent(null)}>
              {t('deposit.success.again')}
            </Button>
          </SentDeposit>
        ) : (
          <>
            <OwnBalance />
            <DepositChoice method={method} onMethod={setMethod} onSent={setSent} />
          </>
        )}
      </CardGate>
    </div>
  )
}
