import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { GiftWire } from '#server/product/gifts/contract.ts'
import { unbroken } from '../../lib/format.ts'
import { keys } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { giftsQuery, takeBack, undo } from './api.ts'
import { GiftCard } from './gift-card.tsx'

/** The gifts that the fan has given; nothing for somebody who has given none. */
export function GivenGifts() {
  const { t } = useTranslation('gifts')
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(giftsQuery)
  const [ending, setEnding] = useState<GiftWire | null>(null)
  const gifts = data?.pages.flatMap((page) => page.data) ?? []
  if (gifts.length === 0) return null
  return (
    <section aria-labelledby="gifts-title" className="mt-14">
      <h2 id="gifts-title" className="section-title mb-6">
        {t('title')}
      </h2>
      <ul className="grid items-start gap-4 lg:grid-cols-2">
        {gifts.map((gift) => (
          <li key={gift.uid}>
            <GiftCard gift={gift} onEnd={() => setEnding(gift)} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-8 flex justify-center">
          <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
      <EndGiftModal gift={ending} onClose={() => setEnding(null)} />
    </section>
  )
}

/** Takes a gift back that waits, or undoes the purchase of one that was accepted, after asking once. */
function EndGiftModal({ gift, onClose }: { gift: GiftWire | null; onClose(): void }) {
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
