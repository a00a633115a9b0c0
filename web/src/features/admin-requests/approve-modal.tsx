import { useTranslation } from 'react-i18next'
import type { AdminWithdrawalWire } from '#domain/wire/admin-requests.ts'
import type { WithdrawalWire } from '#domain/wire/api.ts'
import { useDeed } from '../../back-office/use-deed.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { WithdrawalFacts } from './withdrawal-facts.tsx'

export function ApproveModal({ request, onClose }: { request: AdminWithdrawalWire; onClose(): void }) {
  const { t } = useTranslation(['admin-requests', 'common'])
  const approve = useDeed<WithdrawalWire>({
    done: ({ status }) => t(status === 'requested' ? 'withdrawal.firstApproval' : 'withdrawal.approved'),
    failed: t('failed'),
  })
  const isFirstOfTwo = request.isLarge && request.approvals.length === 0
  const submit = () =>
    approve.mutate({ path: `/admin/withdrawals/${request.uid}/approve` }, { onSettled: onClose })
  return (
    <Modal open onClose={onClose} title={t('withdrawal.approveTitle')}>
      <div className="flex flex-col gap-4">
        <WithdrawalFacts request={request} />
        {isFirstOfTwo ? (
          <Notice>{t('withdrawal.twoPeople')}</Notice>
        ) : (
          <p className="text-muted text-sm">{t('withdrawal.approveText')}</p>
        )}
      </div>
      <ModalActions>
        <Button busy={approve.isPending} onClick={submit}>
          {t('withdrawal.approve')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </Modal>
  )
}
