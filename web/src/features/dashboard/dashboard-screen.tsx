import { useTranslation } from 'react-i18next'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { MyBids } from './my-bids.tsx'
import { OnboardingModal } from './onboarding-modal.tsx'
import { ProjectGrid } from './project-grid.tsx'
import { SampleCard } from './sample-card.tsx'

/** `/dashboard` — something to watch now, and everything there is to buy. */
export function DashboardScreen() {
  const { t } = useTranslation('dashboard')
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <MyBids />
      <SampleCard />
      <ProjectGrid />
      <OnboardingModal />
    </>
  )
}
