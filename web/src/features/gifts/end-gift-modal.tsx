import { useMutation, useQueryClient } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { GiftWire } from '#server/product/gifts/contract.ts'
import { unbroken } from '../../lib/format.ts'
import { keys } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { takeBack, undo } from './api.ts'

/** Takes a gift back that waits, or undoes the purchase of one that was accepted, after asking once. */
export function EndGiftModal({ gift, onClose }: { gift: GiftWire | null; onClose(): void }) {
  const { t } = useTranslation('gifts')
  const cache = useQueryClient()
  const way = gift?.status === 'accepted' ? 'undo' : 'takeBack'
  const amount = unbroken(formatBRL(gift?.amount ?? 0))
  const end = useMutation({
    mutationFn: ({ uid, token }: GiftWire) => (token ? undo(token) : takeBack(uid)),
    onSuccess: () => void toast.success(t('ended', { amount })),
    onError: (error) => void toast.error(error.message),
    // Also after a refusal: the list then shows the gift's new state.
    onSettled: () => {
      onClose()
      for (const queryKey of [keys.gifts, keys.balance, keys.statement, keys.projects]) {
        void cache.invalidateQueries({ queryKey })
      }
    },
  })
  return (
    <Modal open={gift !== null} onClose={onClose} title={t(`${way}.title`)}>
      {gift && (
        <>
          <p>{t(`${way}.text`, { projectName: gift.project.projectName, amount })}</p>
          <p className="mt-3 text-muted text-sm">{t('fee')}</p>
          <ModalActions>
            <Button look="danger" busy={end.isPending} onClick={() => end.mutate(gift)}>
              {t(`${way}.confirm`)}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {t('keep')}
            </Button>
          </ModalActions>
        </>
      )}
    </Modal>
  )
}
