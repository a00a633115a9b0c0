import { useMutation, useQueryClient } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { TokenWire } from '#server/product/access/contract.ts'
import { unbroken } from '../../lib/format.ts'
import { keys } from '../../lib/query.ts'
import { givenBack } from '../../lib/token-state.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { cancelPurchase } from './api.ts'

/**
 * `_desistir da compra` — cancels a purchase within the cooling-off period, after asking once: the token is
 * gone afterwards.
 */
export function CancelPurchaseModal({ token, onClose }: { token: TokenWire | null; onClose(): void }) {
  const { t } = useTranslation('access')
  const cache = useQueryClient()
  const undo = useMutation({
    mutationFn: cancelPurchase,
    onSuccess: ({ amount }) => {
      toast.success(t('cancellation.success', { amount: unbroken(formatBRL(amount)) }), {
        id: 'cancel-purchase',
      })
      onClose()
    },
    onError: (error) => {
      toast.error(error.message)
      onClose()
    },
    // Also after a refusal: the list then shows the token's new state.
    onSettled: () => {
      for (const queryKey of [keys.tokens, keys.balance, keys.statement, keys.projects]) {
        void cache.invalidateQueries({ queryKey })
      }
    },
  })
  return (
    <Modal open={token !== null} onClose={onClose} title={t('cancellation.title')}>
      {token && (
        <>
          <p>
            {t('cancellation.text', {
              projectName: token.project.projectName,
              amount: unbroken(formatBRL(givenBack(token))),
            })}
          </p>
          <p className="mt-3 text-muted text-sm">{t('cancellation.fee')}</p>
          <ModalActions>
            <Button look="danger" busy={undo.isPending} onClick={() => undo.mutate(token)}>
              {t('cancellation.confirm')}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {t('cancellation.keep')}
            </Button>
          </ModalActions>
        </>
      )}
    </Modal>
  )
}
