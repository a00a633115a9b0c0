import { useTranslation } from 'react-i18next'
import { amountWithFee, pixFee } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import { usePaymentFailure } from '../../checkout/payment-failure.tsx'
import { PixGate } from '../../checkout/pix-gate.tsx'
import { paymentToastId } from '../../lib/payment-toast.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { AmountField } from './amount-field.tsx'
import type { BidOfferProps } from './bid-offer.ts'
import { BidTerms } from './bid-terms.tsx'
import { ConfirmBid } from './confirm-bid.tsx'
import { useBidForm } from './use-bid-form.ts'

/** A bid paid by PIX: it competes from the moment its money has come. */
export function PixBid(props: BidOfferProps) {
  return (
    <PixGate
      place={{ typeBuy: 'bid', UID: props.project.uid }}
      projectId={props.project.id}
      onPaid={(payment) => props.onSent('pix', payment)}
    >
      {(start) => <BidForm {...props} start={start} />}
    </PixGate>
  )
}

function BidForm({ start, ...props }: BidOfferProps & { start: (amount: number) => Promise<void> }) {
  const { t } = useTranslation(['payments', 'market'])
  const { project, view, amount } = props
  const failure = usePaymentFailure(paymentToastId('bid', project.id))
  const form = useBidForm({
    ...props,
    method: 'pix',
    balance: null,
    // With its code the bid is only half sent: the money says when it is.
    send: start,
    onFailure: (error) => failure.tell(error),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.ask()
      }}
      className="flex flex-col gap-5"
    >
      <AmountField project={project} view={view} balance={null} field={form.field} />
      <Rows>
        <Row label={t('market:form.amount')} value={formatBRL(amount ?? 0)} />
        <Row label={t('pix.fee')} value={formatBRL(pixFee(amount ?? 0))} />
        <Row label={t('market:form.total')} value={formatBRL(amountWithFee('pix', amount ?? 0))} strong />
      </Rows>
      <BidTerms project={project} method="pix" />
      <p className="text-muted text-sm">{t('pix.notice')}</p>
      <Button type="submit" busy={form.busy}>
        {t('pix.submit')}
      </Button>
      <ConfirmBid
        open={form.confirming}
        project={project}
        view={view}
        amount={amount}
        method="pix"
        onConfirm={() => void form.confirm()}
        onCancel={form.cancel}
      />
      {failure.modal}
    </form>
  )
}
