import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { PaymentStatus } from '#domain/payment.ts'
import { paths } from '../../lib/paths.ts'
import { unlockInWords } from '../../lib/period.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { PAYMENT_EFFECTS } from './payment-effects.ts'

/** The global modal after a payment has changed, wherever the fan is by then. */
export function PaymentModal({ status, onClose }: { status: PaymentStatus | null; onClose(): void }) {
  const { t } = useTranslation('live')
  const navigate = useNavigate()
  const key = `modal.${status}` as 'modal.succeded'
  return (
    <Modal open={status !== null} onClose={onClose} title={status ? t(`${key}.title`) : ''}>
      {status && (
        <>
          <p>{t(`${key}.text`, { unlock: unlockInWords() })}</p>
          <ModalActions>
            {PAYMENT_EFFECTS[status].shelf ? (
              <Button
                onClick={() => {
                  onClose()
                  navigate(paths.shelf)
                }}
              >
                {t('shelf')}
              </Button>
            ) : (
              <Button onClick={onClose}>{t('understood')}</Button>
            )}
          </ModalActions>
        </>
      )}
    </Modal>
  )
}
