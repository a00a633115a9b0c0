import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { formatPixKey, normalisePixKey, type PixKeyType } from '#domain/pix-key.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { Row, Rows } from '../../ui/rows.tsx'

/** `amount` in centavos. */
export type Withdrawal = { pixKeyType: PixKeyType; pixKey: string; amount: number }

type ConfirmWithdrawalProps = {
  withdrawal: Withdrawal | null
  onConfirm(withdrawal: Withdrawal): void
  onCancel(): void
}

/** Shows once more how much goes to which key, before it is sent. */
export function ConfirmWithdrawal({ withdrawal, onConfirm, onCancel }: ConfirmWithdrawalProps) {
  const { t } = useTranslation(['withdrawals', 'common'])
  return (
    <Modal open={withdrawal !== null} onClose={onCancel} title={t('confirm.title')} position="center">
      {withdrawal && (
        <>
          <WithdrawalFacts withdrawal={withdrawal} />
          <ModalActions>
            <Button onClick={() => onConfirm(withdrawal)}>{t('confirm.submit')}</Button>
            <Button look="quiet" onClick={onCancel}>
              {t('common:cancel')}
            </Button>
          </ModalActions>
        </>
      )}
    </Modal>
  )
}

export function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(['withdrawals', 'pix-key'])
  return (
    <>
      <Rows>
        <Row label={t(`pix-key:types.${withdrawal.pixKeyType}`)} value={keyOf(withdrawal)} />
        <Row label={t('confirm.amount')} value={formatBRL(withdrawal.amount)} strong />
      </Rows>
      <p className="mt-5 text-muted text-sm">{t('confirm.text')}</p>
    </>
  )
}

/** The key as it will be stored, so that what is read here is where the money goes. */
function keyOf({ pixKeyType, pixKey }: Withdrawal): string {
  return formatPixKey(pixKeyType, normalisePixKey(pixKeyType, pixKey) ?? pixKey)
}
