import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { GiftWire } from '#server/product/gifts/contract.ts'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { giftsQuery } from './api.ts'
import { Standing } from './gift-card.tsx'
import { useShareGift } from './gift-link.tsx'

/** The gift with this uid, if the person who is here gave it. */
export function useOwnGift(uid: string | undefined, isIn: boolean) {
  const gifts = useInfiniteQuery({ ...giftsQuery, enabled: isIn && uid !== undefined })
  return {
    own: gifts.data?.pages.flatMap((page) => page.data).find((gift) => gift.uid === uid),
    isLoading: gifts.isLoading,
  }
}

/** What its giver sees behind a gift's link: how it stands, the same link to pass on, and the way to all that can be done. */
export function OwnGift({ gift, isOpen }: { gift: GiftWire; isOpen: boolean }) {
  const { t } = useTranslation('gifts')
  const share = useShareGift(gift.project)
  return (
    <>
      <div>
        <Standing gift={gift} />
      </div>
      {isOpen && (
        <Button onClick={() => void share(location.href)} className="w-full sm:w-auto sm:px-10">
          {t('link.make')}
        </Button>
      )}
      <ButtonLink to={paths.shelf} look={isOpen ? 'quiet' : 'primary'} className="w-full sm:w-auto">
        {t(isOpen ? 'own.takeBack' : 'arrived.shelf')}
      </ButtonLink>
    </>
  )
}
