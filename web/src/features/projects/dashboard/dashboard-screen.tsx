import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { FIRST_PROJECTS, projectsQuery, sampleQuery, userBidsQuery } from './api.ts'
import { MyBids } from './my-bids.tsx'
import { OnboardingModal } from './onboarding-modal.tsx'
import { ProjectGrid } from './project-grid.tsx'
import { SampleCard } from './sample-card.tsx'

/** `/dashboard` — the sample, and everything there is to buy. */
export function DashboardScreen() {
  const { t } = useTranslation('projects-dashboard')
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

DashboardScreen.reads = (cache: QueryClient) =>
  Promise.all([
    cache.prefetchQuery(sampleQuery),
    cache.prefetchInfiniteQuery(userBidsQuery),
    // An address with a search fetches its own list when it is rendered.
    location.search === '' && cache.prefetchInfiniteQuery(projectsQuery(FIRST_PROJECTS)),
  ])
