import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountWithFee } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { unbroken } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { bidForecast, placeOf } from './bid-forecast.ts'
import type { BidMethod } from './bid-offer.ts'
import { BidTerms } from './bid-terms.tsx'
import type { AuctionView } from './market-view.ts'
import { bestOffer } from './offer.ts'
import { useBidForecast } from './use-bid-forecast.ts'

type QuestionProps = {
  project: ProjectWire
  view: AuctionView | null
  /** Centavos. */
  amount: number | null
  method: BidMethod
  /** Available money in centavos; null when it comes from outside the wallet. */
  balance: number | null
  onAmount(amount: number): void
  onConfirm(): void
  onCancel(): void
}

/** `_confirmar pagamento` — asks before a bid, which cannot be withdrawn. */
export function ConfirmBid({ open, ...question }: QuestionProps & { open: boolean }) {
  const { t } = useTranslation('market')
  return (
    <Modal open={open} onClose={question.onCancel} title={t('confirm.title')} position="center">
      <Question {...question} />
    </Modal>
  )
}

function Question({ project, view, amount, method, balance, onAmount, onConfirm, onCancel }: QuestionProps) {
  const { t } = useTranslation(['market', 'common'])
  const { amount: leading, free } = bestOffer(project, view?.auction ?? null)
  const words = useBidForecast(project, view, amount)
  const place = placeOf(amount === null || !view ? null : bidForecast(amount, project, view))
  const { isPassed, accept } = usePassed(place)
  const money = (centavos: number) => unbroken(formatBRL(centavos))
  const mayLead = isPassed && (balance === null || leading <= balance)
  return (
    <>
      <p className="mb-5">
        {t('confirm.text', { amount: money(amount ?? 0), projectName: project.projectName })}
      </p>
      {isPassed && (
        <div className="mb-5">
          <Notice tone="loss">{t('confirm.passed')}</Notice>
        </div>
      )}
      {words && <p className="mb-5 font-medium">{words}</p>}
      <Rows>
        <Row
          label={t(method === 'balance' && free > 0 ? 'confirm.balanceNow' : `confirm.${method}`)}
          value={formatBRL(amountWithFee(method, amount ?? 0))}
          strong
        />
      </Rows>
      <div className="mt-5">
        <BidTerms project={project} view={view} method={method} finalIsSaid />
      </div>
      <ModalActions>
        {!isPassed && <Button onClick={onConfirm}>{t('confirm.submit')}</Button>}
        {mayLead && (
          <Button onClick={() => onAmount(leading)}>{t('form.lead', { amount: money(leading) })}</Button>
        )}
        {isPassed && Number.isFinite(place) && (
          <Button look="secondary" onClick={accept}>
            {t('confirm.keep', { amount: money(amount ?? 0) })}
          </Button>
        )}
        <Button look="quiet" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </>
  )
}

/**
 * Whether the amount would get a worse place by now than the one that was read here: then it is not sent until that was accepted,
 * or another amount has a better one.
 */
function usePassed(place: number | null): { isPassed: boolean; accept(): void } {
  const [read, setRead] = useState(place)
  if (place !== null && (read === null || place < read)) setRead(place)
  return { isPassed: place !== null && read !== null && place > read, accept: () => setRead(place) }
}
