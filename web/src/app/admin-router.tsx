import type { ComponentType } from 'react'
import { Route, Routes } from 'react-router'
import type { CallName } from '#server/product/calls.ts'
import { paths } from '../lib/paths.ts'
import { ForRole } from './for-role.tsx'
import { Guard } from './guards.tsx'
import { AdminLayout } from './layouts/admin-layout.tsx'
import { screen } from './screen.ts'
import { UnknownAdminScreen } from './unknown-admin-screen.tsx'

const ADMIN_PROJECT = '/admin/projects/:uid'
const ADMIN_EDIT = '/admin/projects/:uid/edit'
const ADMIN_PREVIEW = '/admin/projects/:uid/preview'
const ADMIN_PAYMENT = '/admin/activity/:uid'
const ADMIN_USER = '/admin/users/:uid'
const ADMIN_ARTIST = '/admin/artists/:uid'
const ADMIN_PAYOUT = '/admin/payouts/:uid'
const ADMIN_SUPPORT_REQUEST = '/admin/support/:id'

const AdminDashboard = screen(
  paths.adminDashboard,
  ['back-office', 'operations-back-office'],
  async () =>
    (await import('../features/operations/back-office/dashboard/dashboard-screen.tsx')).DashboardScreen,
)
const AdminActivity = screen(
  paths.adminActivity,
  ['back-office', 'payments-back-office', 'projects-back-office'],
  async () => (await import('../features/payments/back-office/activity-screen.tsx')).ActivityScreen,
)
const AdminProjects = screen(
  paths.adminProjects,
  ['back-office', 'projects-back-office'],
  async () => (await import('../features/projects/back-office/projects-screen.tsx')).ProjectsScreen,
)
const AdminCreateProject = screen(
  paths.adminCreateProject,
  ['back-office', 'projects-back-office'],
  async () =>
    (await import('../features/projects/back-office/create-project-screen.tsx')).CreateProjectScreen,
)
const AdminProject = screen(
  ADMIN_PROJECT,
  ['back-office', 'payments-back-office', 'people-back-office', 'projects-back-office'],
  async () => (await import('../features/projects/back-office/project-screen.tsx')).ProjectScreen,
)
const AdminEditProject = screen(
  ADMIN_EDIT,
  ['back-office', 'projects-back-office'],
  async () => (await import('../features/projects/back-office/edit-project-screen.tsx')).EditProjectScreen,
)
const AdminPreviewProject = screen(
  ADMIN_PREVIEW,
  ['back-office', 'projects', 'projects-back-office'],
  async () => (await import('../features/projects/back-office/preview-screen.tsx')).PreviewScreen,
)
const AdminRequests = screen(
  paths.adminRequests,
  [
    'back-office',
    'outgoing-back-office',
    'payments-back-office',
    'projects-back-office',
    'refunds-back-office',
    'withdrawals-back-office',
    'pix-key',
  ],
  async () => (await import('./screens/requests-screen.tsx')).RequestsScreen,
)
const AdminLogs = screen(
  paths.adminLogs,
  [
    'back-office',
    'operations-back-office',
    'outgoing-back-office',
    'payments-back-office',
    'troubles-back-office',
  ],
  async () => (await import('./screens/logs-screen.tsx')).LogsScreen,
)
const AdminGuide = screen(
  paths.adminGuide,
  ['back-office', 'guide-back-office'],
  async () => (await import('../features/operations/back-office/guide/guide-screen.tsx')).GuideScreen,
)
const AdminSupport = screen(
  paths.adminSupport,
  ['back-office', 'people-back-office', 'support', 'support-back-office'],
  async () => (await import('../features/support/back-office/support-screen.tsx')).SupportScreen,
)
const AdminPayment = screen(
  ADMIN_PAYMENT,
  [
    'back-office',
    'operations-back-office',
    'outgoing-back-office',
    'payments-back-office',
    'people-back-office',
    'refunds-back-office',
    'refusals',
  ],
  async () => (await import('../features/payments/back-office/payment-screen.tsx')).PaymentScreen,
)
const AdminUser = screen(
  ADMIN_USER,
  [
    'back-office',
    'outgoing-back-office',
    'payments-back-office',
    'people-back-office',
    'refunds-back-office',
    'support',
    'support-back-office',
    'wallet',
    'withdrawals-back-office',
    'pix-key',
  ],
  async () => (await import('../features/people/back-office/user-screen.tsx')).UserScreen,
)
const AdminSupportRequest = screen(
  ADMIN_SUPPORT_REQUEST,
  ['back-office', 'payments-back-office', 'people-back-office', 'support', 'support-back-office'],
  async () => (await import('../features/support/back-office/request-screen.tsx')).RequestScreen,
)
const AdminArtists = screen(
  paths.adminArtists,
  ['back-office', 'artists-back-office', 'outgoing-back-office', 'payments-back-office', 'pix-key'],
  async () => (await import('../features/artists/back-office/artists-screen.tsx')).ArtistsScreen,
)
const AdminArtist = screen(
  ADMIN_ARTIST,
  ['back-office', 'artists-back-office', 'outgoing-back-office', 'payments-back-office', 'pix-key'],
  async () => (await import('../features/artists/back-office/artist-screen.tsx')).ArtistScreen,
)
const AdminPayout = screen(
  ADMIN_PAYOUT,
  ['back-office', 'artists-back-office', 'outgoing-back-office', 'payments-back-office', 'pix-key'],
  async () => (await import('../features/artists/back-office/payout-screen.tsx')).PayoutScreen,
)
const AdminUsers = screen(
  paths.adminUsers,
  ['back-office', 'people-back-office'],
  async () => (await import('../features/people/back-office/users-screen.tsx')).UsersScreen,
)

const AdminAccounting = screen(
  paths.adminAccounting,
  ['back-office', 'accounting-back-office'],
  async () => (await import('../features/accounting/back-office/accounting-screen.tsx')).AccountingScreen,
)

const AdminInvoices = screen(
  paths.adminInvoices,
  ['back-office', 'invoices-back-office'],
  async () => (await import('../features/invoices/back-office/invoices-screen.tsx')).InvoicesScreen,
)

const AdminTeam = screen(
  paths.adminTeam,
  ['back-office', 'people-back-office'],
  async () => (await import('../features/people/back-office/team-screen.tsx')).TeamScreen,
)

type Entry = { path: string; Screen: ComponentType; calls: readonly CallName[] }

/** Each screen, and the calls of which a role has to include one. */
const SCREENS: readonly Entry[] = [
  { path: paths.adminActivity, Screen: AdminActivity, calls: ['GET /admin/activity'] },
  { path: ADMIN_PAYMENT, Screen: AdminPayment, calls: ['GET /admin/activity/{uid}'] },
  { path: paths.adminProjects, Screen: AdminProjects, calls: ['GET /admin/projects'] },
  { path: paths.adminCreateProject, Screen: AdminCreateProject, calls: ['POST /create-project'] },
  { path: ADMIN_PROJECT, Screen: AdminProject, calls: ['GET /admin/projects/{uid}'] },
  { path: ADMIN_EDIT, Screen: AdminEditProject, calls: ['POST /admin/projects/{uid}/edit'] },
  { path: ADMIN_PREVIEW, Screen: AdminPreviewProject, calls: ['GET /admin/projects/{uid}/preview'] },
  { path: paths.adminArtists, Screen: AdminArtists, calls: ['GET /admin/artists'] },
  { path: ADMIN_ARTIST, Screen: AdminArtist, calls: ['GET /admin/artists/{uid}'] },
  { path: ADMIN_PAYOUT, Screen: AdminPayout, calls: ['GET /admin/payouts/{uid}'] },
  { path: paths.adminUsers, Screen: AdminUsers, calls: ['GET /admin/users'] },
  { path: ADMIN_USER, Screen: AdminUser, calls: ['GET /admin/users/{uid}'] },
  {
    path: paths.adminRequests,
    Screen: AdminRequests,
    calls: ['GET /admin/withdrawals', 'GET /admin/proposals'],
  },
  { path: paths.adminSupport, Screen: AdminSupport, calls: ['GET /admin/support'] },
  { path: ADMIN_SUPPORT_REQUEST, Screen: AdminSupportRequest, calls: ['GET /admin/support/{id}'] },
  { path: paths.adminLogs, Screen: AdminLogs, calls: ['GET /admin/audit', 'GET /admin/webhooks'] },
  { path: paths.adminAccounting, Screen: AdminAccounting, calls: ['GET /admin/accounting'] },
  { path: paths.adminInvoices, Screen: AdminInvoices, calls: ['GET /admin/invoices'] },
  { path: paths.adminTeam, Screen: AdminTeam, calls: ['GET /admin/team'] },
  { path: paths.adminDashboard, Screen: AdminDashboard, calls: ['GET /admin/waiting'] },
  { path: paths.adminGuide, Screen: AdminGuide, calls: ['GET /admin/waiting'] },
]

/** The routes of the back office, in a chunk of their own that fans never load. */
export function AdminRouter() {
  return (
    <Routes>
      <Route element={<Guard access="admin" />}>
        <Route element={<AdminLayout />}>
          {SCREENS.map(({ path, Screen, calls }) => (
            <Route
              key={path}
              path={under(path)}
              element={
                <ForRole calls={calls}>
                  <Screen />
                </ForRole>
              }
            />
          ))}
          <Route path="*" element={<UnknownAdminScreen />} />
        </Route>
      </Route>
    </Routes>
  )
}

/** The path relative to the parent route, as a nested router needs it. */
function under(path: string): string {
  return path.slice(paths.admin.length + 1)
}
