import { useTranslation } from 'react-i18next'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { ProfileCard } from './profile-card.tsx'
import { TokenShelf } from './token-shelf.tsx'

/** `/shelf` — who I am, and what I may listen to now. */
export function ShelfScreen() {
  const { t } = useTranslation('shelf')
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <ProfileCard />
      <TokenShelf />
    </>
  )
}
