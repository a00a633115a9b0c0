import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PixPaymentWire } from '#server/product/payments/contract.ts'
import { usePaymentOnScreen } from '../../../lib/payment-on-screen.ts'
import { useServerNow } from '../../../lib/use-server-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { failureInWords } from '../failure-in-words.ts'
import { feeLabel } from './fee-terms.ts'
import { keptSums } from './kept-money.ts'
import { pixPaymentQuery } from './pix-api.ts'
import { PixCode } from './pix-code.tsx'
import { type OverReason, pixPhase, whyOver } from './pix-phase.ts'

type PixPaneProps = {
  pix: PixPaymentWire
  /** Why it should not be paid any more. */
  stop: string | null
  onPaid(pix: PixPaymentWire): void
  onAgain(): Promise<void>
  onPutAway(): Promise<void>
}

/** A code from its creation until it is paid or has expired. It takes the focus from the form that it replaces. */
export function PixPane({ pix: made, stop, onPaid, onAgain, onPutAway }: PixPaneProps) {
  const { t } = useTranslation('payments')
  const { data: pix } = useQuery(pixPaymentQuery(made))
  usePaymentOnScreen(made.uid)
  const now = useServerNow()
  const phase = pixPhase(pix, now)
  // A code that is not to be paid is out of reach: neither seen nor copied.
  const step = phase === 'waiting' && stop !== null ? 'stopped' : phase
  // As it was when it ended: a code that was cancelled seems to have run out once its time is up.
  const [reason, keep] = useState<OverReason | null>(null)
  if (phase === 'over' && reason === null) keep(whyOver(pix, now))
  const [busy, setBusy] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const paid = useEffectEvent(() => onPaid(pix))
  useEffect(() => {
    if (step === 'paid') paid()
    else title.current?.focus()
  }, [step])

  async function whileBusy(work: () => Promise<void>) {
    setBusy(true)
    await work()
    setBusy(false)
  }

  return (
    <section aria-labelledby="pix-title" className="flex flex-col gap-6">
      <h2 id="pix-title" ref={title} tabIndex={-1} className="name text-2xl focus:outline-none">
        {t(`pix.title.${step}`)}
      </h2>
      {step === 'stopped' && <Notice tone="loss">{stop}</Notice>}
      {step === 'waiting' && <PixCode pix={pix} />}
      {step === 'over' && <Notice>{t(`pix.over.${reason ?? 'unknown'}`)}</Notice>}
      {/* The next code starts here, without the form that says so. */}
      {step === 'over' && pix.flow === 'mint' && <p className="text-muted text-sm">{t('pix.setAside')}</p>}
      {step === 'kept' && <Kept pix={pix} />}
      {(step === 'over' || step === 'waiting') && <Sums pix={pix} />}
      {phase === 'over' && (
        <Button busy={busy} onClick={() => void whileBusy(onAgain)}>
          {t('pix.again')}
        </Button>
      )}
      <Button
        look={step === 'stopped' ? 'primary' : 'quiet'}
        busy={busy}
        onClick={() => void whileBusy(onPutAway)}
      >
        {phase === 'waiting' ? t('pix.cancel') : t('pix.back')}
      </Button>
    </section>
  )
}

function Sums({ pix }: { pix: PixPaymentWire }) {
  const { t } = useTranslation('payments')
  return (
    <Rows>
      <Row label={t(pix.tip > 0 ? 'buy.price' : 'pix.amount')} value={formatBRL(pix.amount - pix.tip)} />
      {pix.tip > 0 && <Row label={t('tip.row')} value={formatBRL(pix.tip)} />}
      <Row label={feeLabel('pix')} value={formatBRL(pix.fee)} />
      <Row label={t('pix.total')} value={formatBRL(pix.total)} strong />
    </Rows>
  )
}

/** Money that came and could not be used: why, and where each part of it is. */
function Kept({ pix }: { pix: PixPaymentWire }) {
  const { t } = useTranslation('payments')
  const { t: words } = useTranslation(['failures', 'refusals'])
  const why = pix.failure && failureInWords(words, pix.failure)
  return (
    <Notice>
      <p>
        {t(pix.flow === 'bid' ? 'kept.bid' : 'kept.mint')} {why}
      </p>
      <p className="mt-2">{keptSums(t, pix)}</p>
    </Notice>
  )
}
