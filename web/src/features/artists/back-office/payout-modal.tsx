import { useRef } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL, MAX_CENTAVOS } from '#domain/money.ts'
import { formatPixKey } from '#domain/pix-key.ts'
import type { ArtistDetailWire, ArtistKeyWire, PayoutWire } from '#domain/wire/artists.ts'
import { useDeed } from '../../../back-office/use-deed.ts'
import { type Attempt, attemptFor } from '../../../lib/attempt.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { Notice } from '../../../ui/notice.tsx'

type PayoutModalProps = { artist: ArtistDetailWire; to: ArtistKeyWire; path: string; onClose(): void }

/** How much goes to whom. */
export function PayoutModal({ artist: { free, aloneUpTo }, to, path, onClose }: PayoutModalProps) {
  const { t } = useTranslation(['artists-back-office', 'common'])
  const most = Math.min(free, MAX_CENTAVOS)
  const form = useForm<{ amount: number | null }>({ defaultValues: { amount: most } })
  const amount = form.watch('amount')
  const pay = useDeed<PayoutWire>({
    done: ({ status }) => t(status === 'requested' ? 'payout.requested' : 'payout.approved'),
    failed: t('failed'),
  })
  // The same try, however often it is pressed; another amount is another one.
  const attempt = useRef<Attempt | null>(null)
  const submit = form.handleSubmit(({ amount: chosen }) => {
    if (chosen === null) return
    attempt.current = attemptFor(attempt.current, chosen, () => crypto.randomUUID())
    pay.mutate(
      { path: `${path}/payouts`, body: { amount: chosen }, idempotencyKey: attempt.current.key },
      { onSuccess: onClose },
    )
  })
  function amountFault(centavos: number | null): string | true {
    if (centavos === null) return t('common:required')
    return centavos <= most || t('payout.atMost', { amount: formatBRL(most) })
  }
  return (
    <Modal open onClose={onClose} title={t('payout.modal')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="[overflow-wrap:anywhere]">
          {t('payout.to', {
            legalName: to.legalName,
            type: t(`key.types.${to.pixKeyType}`),
            key: formatPixKey(to.pixKeyType, to.pixKey),
          })}
        </p>
        <Controller
          control={form.control}
          name="amount"
          rules={{ validate: amountFault }}
          render={({ field: { ref, ...field }, fieldState }) => (
            <MoneyField
              {...field}
              inputRef={ref}
              label={t('payout.amount')}
              hint={t('payout.left', { amount: formatBRL(most) })}
              error={fieldState.error?.message}
            />
          )}
        />
        {amount !== null && amount > aloneUpTo ? (
          <Notice>{t('payout.two')}</Notice>
        ) : (
          <p className="text-muted text-sm">{t('payout.text')}</p>
        )}
        <ModalActions>
          <Button type="submit" busy={pay.isPending}>
            {t('payout.send')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
