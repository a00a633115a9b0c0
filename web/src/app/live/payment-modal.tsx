import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { periodInWords, unlockInWords } from '../../lib/period.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { PAYMENT_EFFECTS } from './payment-effects.ts'
import type { ShownPayment } from './payments.ts'

/** The global modal after a payment has changed, whatever screen the fan is on by then. */
export function PaymentModal({ payment, onClose }: { payment: ShownPayment | null; onClose(): void }) {
  const { t } = useTranslation('live')
  const navigate = useNavigate()
  const key = `modal.${payment?.status}` as 'modal.succeded'
  const values = {
    unlock: unlockInWords(),
    period: payment?.period ? periodInWords(payment.period) : t('period'),
  }
  return (
    <Modal open={payment !== null} onClose={onClose} title={payment ? t(`${key}.title`) : ''}>
      {payment && (
        <>
          <p>{t(`${key}.text`, { ...values, context: payment.flow })}</p>
          <ModalActions>
            {PAYMENT_EFFECTS[payment.status].shelf ? (
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
