import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tokensQuery } from '../../../lib/tokens.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { FIRST_PROJECTS, projectsQuery, sampleQuery, userBidsQuery } from './api.ts'
import { EndingSoonRow } from './ending-soon-row.tsx'
import { MyBids } from './my-bids.tsx'
import { OnboardingModal } from './onboarding-modal.tsx'
import { ProjectGrid } from './project-grid.tsx'
import { SampleCard } from './sample-card.tsx'

/**
 * `/dashboard` — what is the fan's own, and everything there is to buy. On the first visit the free sample comes
 * first; whoever returns has seen it.
 */
export function DashboardScreen() {
  const { t } = useTranslation('projects-dashboard')
  const { profile } = useSignedIn()
  // As on arrival: the profile changes during the first visit.
  const [isFirst] = useState(profile.first_access)
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <EndingSoonRow />
      <MyBids />
      {isFirst && <SampleCard />}
      <ProjectGrid>
        {!isFirst && (
          <div className="mt-16">
            <SampleCard />
          </div>
        )}
      </ProjectGrid>
      <OnboardingModal />
    </>
  )
}

DashboardScreen.reads = (cache: QueryClient) =>
  Promise.all([
    cache.prefetchQuery(sampleQuery),
    cache.prefetchInfiniteQuery(userBidsQuery),
    cache.prefetchInfiniteQuery(tokensQuery),
    // An address with a search fetches its own list when it is rendered.
    location.search === '' && cache.prefetchInfiniteQuery(projectsQuery(FIRST_PROJECTS)),
  ])
