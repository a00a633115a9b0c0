import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL, MAX_CENTAVOS } from '#domain/money.ts'
import { formatPixKey } from '#domain/pix-key.ts'
import { netOf } from '#domain/withholding.ts'
import type { ArtistKeyWire } from '#server/product/artists/earnings-wire.ts'
import type { ArtistDetailWire } from '#server/product/artists/wire.ts'
import { DecisionDialog } from '../../../back-office/decision-dialog.tsx'
import { MoneyFormField } from '../../../ui/money-form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'

type Values = { amount: number | null }
type PayoutDialogProps = { artist: ArtistDetailWire; to: ArtistKeyWire; onClose(): void }

/** Makes a payout: how much, to which key. */
export function PayoutDialog({
  artist: { uid, free, freshCard = 0, aloneUpTo, taxes },
  to,
  onClose,
}: PayoutDialogProps) {
  const { t } = useTranslation(['artists-back-office', 'common', 'pix-key'])
  const most = Math.min(free, MAX_CENTAVOS)
  const form = useForm<Values>({ mode: 'onChange', defaultValues: { amount: most } })
  const amount = form.watch('amount')
  function amountFault(centavos: number | null): string | true {
    if (centavos === null) return t('common:required')
    return centavos <= most || t('payout.atMost', { amount: formatBRL(most) })
  }
  return (
    <DecisionDialog
      call="POST /admin/artists/{uid}/payouts"
      title={t('payout.modal')}
      form={form}
      request={({ amount: chosen }) => ({ params: { uid }, body: { amount: chosen ?? 0 }, once: true })}
      submit={t('payout.send')}
      done={({ status }) => t(status === 'requested' ? 'payout.requested' : 'payout.approved')}
      failed={t('failed')}
      onClose={onClose}
    >
      <p className="[overflow-wrap:anywhere]">
        {t('payout.to', {
          legalName: to.legalName,
          type: t(`pix-key:types.${to.pixKeyType}`),
          key: formatPixKey(to.pixKeyType, to.pixKey),
        })}
      </p>
      <MoneyFormField
        control={form.control}
        name="amount"
        validate={amountFault}
        label={t('payout.amount')}
        hint={t('payout.left', { amount: formatBRL(most) })}
      />
      {amount !== null && freshCard > 0 && (
        <Notice>{t('payout.freshCard', { amount: formatBRL(Math.min(amount, freshCard)) })}</Notice>
      )}
      {taxes && amount !== null && netOf(amount, taxes) < amount && (
        <p className="figures">
          {t('taxes.preview', {
            withheld: formatBRL(amount - netOf(amount, taxes)),
            net: formatBRL(netOf(amount, taxes)),
          })}
        </p>
      )}
      {amount !== null && amount > aloneUpTo ? (
        <Notice>{t('payout.two')}</Notice>
      ) : (
        <p className="text-muted text-sm">{t('payout.text')}</p>
      )}
    </DecisionDialog>
  )
}
