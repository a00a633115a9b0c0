import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatTokenMoment } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { giftsQuery } from './api.ts'
import { GiftLink } from './gift-link.tsx'

/** Right after a gift was paid: whom we write to, or the link to hand over. */
export function HandOver({ payment }: { payment: string }) {
  const { t } = useTranslation('gifts')
  const gifts = useInfiniteQuery({ ...giftsQuery, refetchOnMount: 'always' })
  const gift = gifts.data?.pages.flatMap((page) => page.data).find((one) => one.payment === payment)
  if (!gift) return null
  // Left open, it says what has become of the gift meanwhile.
  if (gift.status === 'accepted' || gift.status === 'returned')
    return <p className="text-live">{t(`status.${gift.status}`)}</p>
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        {gift.email ? t('mailed', { email: gift.email }) : t('handOver')}{' '}
        {t('until', { date: formatTokenMoment(gift.acceptBy, currentLanguage()) })}
      </p>
      <GiftLink
        gift={gift}
        look={gift.email ? 'secondary' : 'primary'}
        isFirst={gift.email === null}
        isWide
      />
    </div>
  )
}
