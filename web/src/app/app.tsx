import { Suspense } from 'react'
import { SessionProvider } from '../session/provider.tsx'
import { Loader } from '../ui/loader.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { Router } from './router.tsx'

/** Everything that surrounds every screen. What only signed-in people need is in the user layout. */
export function App() {
  return (
    <ErrorBoundary>
      <SessionProvider>
        <Suspense fallback={<Loader />}>
          <Router />
        </Suspense>
        <Toaster />
        <OfflineNotice />
      </SessionProvider>
    </ErrorBoundary>
  )
}
