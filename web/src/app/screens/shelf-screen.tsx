import { useTranslation } from 'react-i18next'
import { TokenShelf } from '../../features/access/token-shelf.tsx'
import { ProfileCard } from '../../features/people/profile-card.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'

/** `/shelf` — the fan's profile and their tokens. */
export function ShelfScreen() {
  const { t } = useTranslation('access')
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <ProfileCard />
      <TokenShelf />
    </>
  )
}
