import { Suspense, useState } from 'react'
import { RouterProvider } from 'react-router'
import { SessionProvider } from '../session/provider.tsx'
import { Loader } from '../ui/loader.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { createRouter } from './router.tsx'

/** Everything that surrounds every screen. What only signed-in people need is in the user layout. */
export function App() {
  const [router] = useState(createRouter)
  return (
    <SessionProvider>
      <Suspense fallback={<Loader />}>
        <RouterProvider router={router} />
      </Suspense>
      <Toaster />
    </SessionProvider>
  )
}
