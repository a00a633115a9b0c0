import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { RefundDestination } from '#domain/refund.ts'
import { Notice } from '../../../ui/notice.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'

export type RefundForm = {
  /** Centavos. */
  amount: number | null
  destination: RefundDestination
  reason: string
  despitePlay: boolean
}

/** Refunding a played token has to be confirmed explicitly. */
export function PlayedRefund({ form }: { form: UseFormReturn<RefundForm> }) {
  const { t } = useTranslation('refunds-back-office')
  return (
    <div className="flex flex-col gap-2">
      <Notice tone="loss">{t('refund.played')}</Notice>
      <Controller
        control={form.control}
        name="despitePlay"
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
