import { useTranslation } from 'react-i18next'
import type { AdminSupportWire } from '#server/product/support/contract.ts'
import { formatInSaoPaulo } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { Modal } from '../../../ui/modal.tsx'

/** The newest message of the conversation, as it was written. */
export function MessageModal({ request, onClose }: { request: AdminSupportWire; onClose(): void }) {
  const { t } = useTranslation('support-back-office')
  const { subject, latest, createdAt, user } = request
  return (
    <Modal open onClose={onClose} title={t('list.messageTitle')} size="medium">
      <p className="mb-4 text-muted text-sm">
        {subject} · <span className="break-all">{user.email}</span> ·{' '}
        <span className="figures">{formatInSaoPaulo(createdAt, currentLanguage())}</span>
      </p>
      <p className="max-w-[70ch] whitespace-pre-line [overflow-wrap:anywhere]">{latest}</p>
    </Modal>
  )
}
