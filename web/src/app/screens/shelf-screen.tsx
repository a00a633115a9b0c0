import { useTranslation } from 'react-i18next'
import { TokenShelf } from '../../features/access/token-shelf.tsx'
import { GivenGifts } from '../../features/gifts/given-gifts.tsx'
import { ProfileCard } from '../../features/people/profile-card.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'

/** `/shelf` — the fan's tokens, the gifts they have given, and their profile. */
export function ShelfScreen() {
  const { t } = useTranslation('access')
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <TokenShelf />
      <GivenGifts />
      <ProfileCard />
    </>
  )
}
