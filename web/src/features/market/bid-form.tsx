import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { amountWithFee } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import { Button } from '../../ui/button.tsx'
import { ModalActions } from '../../ui/modal.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import type { CardSource } from '../payments/public.ts'
import { AmountField } from './amount-field.tsx'
import type { BidMethod, BidOfferProps } from './bid-offer.ts'
import { BidTerms } from './bid-terms.tsx'
import { ConfirmBid } from './confirm-bid.tsx'
import { useBidForm } from './use-bid-form.ts'

type Express = {
  /** Centavos, fee included. */
  total: number | null
  check(): boolean
  pay(source: CardSource): Promise<boolean>
}

type BidFormProps = BidOfferProps & {
  method: BidMethod
  /** Available money in centavos; null when the money comes from outside the wallet. */
  balance: number | null
  /** Label of the row with the fee; without it no fee is charged. */
  feeLabel?: string
  submitLabel: string
  /** Pays at once, with what the browser's wallet hands over. */
  express?(form: Express): ReactNode
  /** The fields beside the amount; `check` validates them. */
  fields?: ReactNode
  check?(): boolean
  /** What to know before sending. */
  notices?: ReactNode
  /** Sends a bid of `amount` centavos; what it throws is passed to `onFailure`. */
  send(amount: number, source?: CardSource): Promise<unknown>
  onFailure(error: unknown): void
}

/** An amount, its cost and conditions, and the confirmation before it is sent. */
export function BidForm({ feeLabel, submitLabel, express, fields, check, notices, ...props }: BidFormProps) {
  const { t } = useTranslation('market')
  const { project, view, amount, method, balance } = props
  const form = useBidForm(props)
  const total = amount === null ? 0 : amountWithFee(method, amount)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(check)
      }}
      className="flex flex-col gap-5"
    >
      <AmountField project={project} view={view} balance={balance} field={form.field} />
      {express?.({ total, check: form.isReady, pay: form.confirm })}
      {fields}
      {feeLabel && (
        <Rows>
          <Row label={t('form.amount')} value={formatBRL(amount ?? 0)} />
          <Row label={feeLabel} value={formatBRL(total - (amount ?? 0))} />
          <Row label={t('form.total')} value={formatBRL(total)} strong />
        </Rows>
      )}
      <BidTerms project={project} view={view} method={method} />
      {notices}
      <ModalActions stays>
        <Button type="submit" busy={form.busy}>
          {submitLabel}
        </Button>
      </ModalActions>
      <ConfirmBid
        open={form.confirming}
        project={project}
        view={view}
        amount={amount}
        method={method}
        balance={balance}
        onAmount={form.field.onChange}
        onConfirm={() => void form.confirm()}
        onCancel={form.cancel}
      />
    </form>
  )
}
