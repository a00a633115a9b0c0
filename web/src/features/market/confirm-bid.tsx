import { useTranslation } from 'react-i18next'
import { amountWithFee } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { unbroken } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import type { BidMethod } from './bid-offer.ts'
import { BidTerms } from './bid-terms.tsx'
import type { AuctionView } from './market-view.ts'
import { bestOffer } from './offer.ts'
import { useBidForecast } from './use-bid-forecast.ts'

type ConfirmBidProps = {
  open: boolean
  project: ProjectWire
  view: AuctionView | null
  /** Centavos. */
  amount: number | null
  method: BidMethod
  onConfirm(): void
  onCancel(): void
}

/** `_confirmar pagamento` — asks before a bid, which cannot be withdrawn. */
export function ConfirmBid({ open, project, view, amount, method, onConfirm, onCancel }: ConfirmBidProps) {
  const { t } = useTranslation(['market', 'common'])
  const { free } = bestOffer(project, view?.auction ?? null)
  const words = useBidForecast(project, view, amount)
  return (
    <Modal open={open} onClose={onCancel} title={t('confirm.title')} position="center">
      <p className="mb-5">
        {t('confirm.text', {
          amount: unbroken(formatBRL(amount ?? 0)),
          projectName: project.projectName,
        })}
      </p>
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
        <Button onClick={onConfirm}>{t('confirm.submit')}</Button>
        <Button look="quiet" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </Modal>
  )
}
