import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { RefundDestination } from '#domain/refund.ts'
import type { RefundWire } from '#server/product/refunds/wire.ts'
import { Notice } from '../ui/notice.tsx'
import { SwitchField } from '../ui/switch-field.tsx'

type RefundEffectsProps = { effects: RefundWire['effects']; destination: RefundDestination }

/** What a refund does and what it leaves, for whoever asks for it and whoever agrees. */
export function RefundEffects({ effects, destination }: RefundEffectsProps) {
  const { t } = useTranslation('refunds-back-office')
  const { fee, isSale, isUnclaimed, token } = effects
  const cardText = isUnclaimed && !isSale ? 'refund.unclaimedCardText' : 'refund.cardText'
  return (
    <div className="text-muted text-sm">
      <p>{t(destination === 'wallet' ? 'refund.walletText' : cardText)}</p>
      {fee > 0 && <p>{t('refund.feeText', { fee: formatBRL(fee) })}</p>}
      {isSale && <p>{t('refund.saleText')}</p>}
      {isSale && token?.isMinted && !token.isPlayed && <p>{t('refund.revokeText')}</p>}
    </div>
  )
}

/** Whether what it gives back was played: then its refund has to be confirmed. */
export const needsWord = ({ isSale, token }: RefundWire['effects']): boolean =>
  isSale && token?.isPlayed === true

type PlayedRefundProps<Values extends FieldValues> = { control: Control<Values>; name: FieldPath<Values> }

/** Refunding a played token has to be confirmed explicitly. */
export function PlayedRefund<Values extends FieldValues>({ control, name }: PlayedRefundProps<Values>) {
  const { t } = useTranslation('refunds-back-office')
  return (
    <div className="flex flex-col gap-2">
      <Notice tone="loss">{t('refund.played')}</Notice>
      <Controller
        control={control}
        name={name}
        rules={{ validate: (known) => known || t('refund.despiteDue') }}
        render={({ field, fieldState }) => (
          <>
            <SwitchField
              label={t('refund.despite')}
              hint={t('refund.despiteHint')}
              checked={field.value}
              onChange={field.onChange}
            />
            {fieldState.error && (
              <p role="alert" className="text-loss text-sm">
                {fieldState.error.message}
              </p>
            )}
          </>
        )}
      />
    </div>
  )
}
