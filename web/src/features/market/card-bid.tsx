import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountWithCardFee, cardFee } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import { CardFields } from '../../checkout/card-fields.tsx'
import { CardNotices } from '../../checkout/card-notices.tsx'
import { emptyCard, firstIncomplete } from '../../checkout/card-state.ts'
import { usePaymentFailure } from '../../checkout/payment-failure.tsx'
import { useCardPayment } from '../../checkout/use-card-payment.ts'
import { usePaymentToast } from '../../checkout/use-payment-toast.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { AmountField } from './amount-field.tsx'
import type { BidOfferProps } from './bid-offer.ts'
import { BidTerms } from './bid-terms.tsx'
import { ConfirmBid } from './confirm-bid.tsx'
import { useBidForm } from './use-bid-form.ts'

/** A bid paid by card: the amount reaches the wallet and is set aside, the fee comes on top. */
export function CardBid(props: BidOfferProps) {
  const { t } = useTranslation('market')
  const { user } = useSignedIn()
  const { pay, cardChanged } = useCardPayment(user.email)
  const [card, setCard] = useState(emptyCard)
  const [strict, setStrict] = useState(false)
  const { project, view, amount } = props
  const told = usePaymentToast('bid', project.id)
  const failure = usePaymentFailure(told.id)
  const form = useBidForm({
    ...props,
    method: 'card',
    balance: null,
    async send(centavos) {
      told.begin()
      told.creating()
      const payment = await pay({ amount: centavos, typeBuy: 'bid', UID: project.uid })
      told.taken(payment, t('result.card'))
      props.onSent('card', payment)
    },
    onFailure: (error) => failure.tell(error),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setStrict(true)
        form.ask(() => firstIncomplete(card) === null)
      }}
      className="flex flex-col gap-5"
    >
      <AmountField project={project} view={view} balance={null} field={form.field} />
      <CardFields
        card={card}
        strict={strict}
        onChange={(step) => {
          cardChanged()
          setCard(step)
        }}
      />
      <Rows>
        <Row label={t('form.amount')} value={formatBRL(amount ?? 0)} />
        <Row label={t('form.fee')} value={formatBRL(amount === null ? 0 : cardFee(amount))} />
        <Row
          label={t('form.total')}
          value={formatBRL(amount === null ? 0 : amountWithCardFee(amount))}
          strong
        />
      </Rows>
      <BidTerms project={project} method="card" />
      <CardNotices email={user.email} />
      <Button type="submit" busy={form.busy}>
        {t('form.submit')}
      </Button>
      <ConfirmBid
        open={form.confirming}
        project={project}
        view={view}
        amount={amount}
        method="card"
        onConfirm={() => void form.confirm()}
        onCancel={form.cancel}
      />
      {failure.modal}
    </form>
  )
}
