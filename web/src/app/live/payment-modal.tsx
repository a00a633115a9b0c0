import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { periodInWords, unlockInWords } from '../../lib/period.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { PAYMENT_EFFECTS } from './payment-effects.ts'
import type { ToldPayment } from './payments.ts'

/** The global modal after a payment has changed, wherever the fan is by then. */
export function PaymentModal({ told, onClose }: { told: ToldPayment | null; onClose(): void }) {
  const { t } = useTranslation('live')
  const navigate = useNavigate()
  const key = `modal.${told?.status}` as 'modal.succeded'
  const values = {
    unlock: unlockInWords(),
    period: told?.period ? periodInWords(told.period) : t('period'),
  }
  return (
    <Modal open={told !== null} onClose={onClose} title={told ? t(`${key}.title`) : ''}>
      {told && (
        <>
          <p>{t(`${key}.text`, { ...values, context: told.flow })}</p>
          <ModalActions>
            {PAYMENT_EFFECTS[told.status].shelf ? (
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
