import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { i18n } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { Loader } from '../ui/loader.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Guard } from './guards.tsx'
import { AuthLayout } from './layouts/auth-layout.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'

type TextFile = 'auth' | 'profile' | 'layout' | 'live' | 'dashboard' | 'payment' | 'shelf'

/** A screen whose code and texts travel together, when its address is first opened. */
function screen(texts: TextFile[], load: () => Promise<ComponentType>): Pick<RouteObject, 'lazy'> {
  return {
    lazy: async () => {
      const [Component] = await Promise.all([load(), i18n.loadNamespaces(texts)])
      return { Component }
    },
  }
}

/** Every route of the application, behind its guard and inside its layout. */
export function createRouter() {
  const authScreens: RouteObject[] = [
    {
      path: paths.login,
      ...screen(['auth'], async () => (await import('../features/auth/login-screen.tsx')).LoginScreen),
    },
    {
      path: paths.register,
      ...screen(['auth'], async () => (await import('../features/auth/register-screen.tsx')).RegisterScreen),
    },
    {
      path: paths.forgotPassword,
      ...screen(
        ['auth'],
        async () => (await import('../features/auth/forgot-password-screen.tsx')).ForgotPasswordScreen,
      ),
    },
  ]
  const recoveryScreens: RouteObject[] = [
    {
      path: paths.resetPassword,
      ...screen(
        ['auth'],
        async () => (await import('../features/auth/reset-password-screen.tsx')).ResetPasswordScreen,
      ),
    },
  ]
  const incompleteScreens: RouteObject[] = [
    {
      path: paths.completeProfile,
      ...screen(
        ['profile'],
        async () => (await import('../features/profile/complete-profile-screen.tsx')).CompleteProfileScreen,
      ),
    },
  ]
  const userScreens: RouteObject[] = [
    {
      path: paths.dashboard,
      ...screen(
        ['dashboard'],
        async () => (await import('../features/dashboard/dashboard-screen.tsx')).DashboardScreen,
      ),
    },
    {
      path: paths.shelf,
      ...screen(['shelf'], async () => (await import('../features/shelf/shelf-screen.tsx')).ShelfScreen),
    },
    {
      path: paths.deposit,
      ...screen(
        ['payment'],
        async () => (await import('../features/payment/deposit-screen.tsx')).DepositScreen,
      ),
    },
    {
      path: '/payment/:uid?',
      ...screen(
        ['payment'],
        async () => (await import('../features/payment/payment-screen.tsx')).PaymentScreen,
      ),
    },
  ]

  return createBrowserRouter([
    {
      ErrorBoundary: ErrorScreen,
      HydrateFallback: Loader,
      children: [
        {
          Component: AuthLayout,
          children: [
            { element: <Guard access="public" />, children: authScreens },
            { element: <Guard access="recovery" />, children: recoveryScreens },
            { element: <Guard access="incomplete" />, children: incompleteScreens },
          ],
        },
        {
          element: <Guard access="user" />,
          children: [
            {
              ...screen(['layout', 'live'], async () => (await import('./layouts/user-layout.tsx')).UserLayout),
              children: userScreens,
            },
          ],
        },
        { path: '*', Component: NotFoundScreen },
      ],
    },
  ])
}
