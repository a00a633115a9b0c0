import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GiftWire } from '#server/product/gifts/contract.ts'
import { Button } from '../../ui/button.tsx'
import { giftsQuery } from './api.ts'
import { EndGiftModal } from './end-gift-modal.tsx'
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
