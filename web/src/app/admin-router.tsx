import { Route, Routes } from 'react-router'
import { paths } from '../lib/paths.ts'
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
  ['back-office', 'projects-back-office'],
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
  ],
  async () => (await import('./screens/requests-screen.tsx')).RequestsScreen,
)
const AdminLogs = screen(
  paths.adminLogs,
  ['back-office', 'operations-back-office', 'payments-back-office'],
  async () => (await import('../features/operations/back-office/logs/logs-screen.tsx')).LogsScreen,
)
const AdminSupport = screen(
  paths.adminSupport,
  ['back-office', 'people-back-office', 'support-back-office'],
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
  ['back-office', 'payments-back-office', 'people-back-office', 'refunds-back-office', 'wallet'],
  async () => (await import('../features/people/back-office/user-screen.tsx')).UserScreen,
)
const AdminSupportRequest = screen(
  ADMIN_SUPPORT_REQUEST,
  ['back-office', 'people-back-office', 'support-back-office'],
  async () => (await import('../features/support/back-office/request-screen.tsx')).RequestScreen,
)
const AdminArtists = screen(
  paths.adminArtists,
  ['back-office', 'artists-back-office', 'outgoing-back-office', 'payments-back-office'],
  async () => (await import('../features/artists/back-office/artists-screen.tsx')).ArtistsScreen,
)
const AdminArtist = screen(
  ADMIN_ARTIST,
  ['back-office', 'artists-back-office', 'outgoing-back-office', 'payments-back-office'],
  async () => (await import('../features/artists/back-office/artist-screen.tsx')).ArtistScreen,
)
const AdminPayout = screen(
  ADMIN_PAYOUT,
  ['back-office', 'artists-back-office', 'outgoing-back-office', 'payments-back-office'],
  async () => (await import('../features/artists/back-office/payout-screen.tsx')).PayoutScreen,
)
const AdminUsers = screen(
  paths.adminUsers,
  ['back-office', 'people-back-office'],
  async () => (await import('../features/people/back-office/users-screen.tsx')).UsersScreen,
)

/** The routes of the back office, in a chunk of their own that fans never load. */
export function AdminRouter() {
  return (
    <Routes>
      <Route element={<Guard access="admin" />}>
        <Route element={<AdminLayout />}>
          <Route path={under(paths.adminDashboard)} element={<AdminDashboard />} />
          <Route path={under(paths.adminActivity)} element={<AdminActivity />} />
          <Route path={under(ADMIN_PAYMENT)} element={<AdminPayment />} />
          <Route path={under(paths.adminProjects)} element={<AdminProjects />} />
          <Route path={under(paths.adminCreateProject)} element={<AdminCreateProject />} />
          <Route path={under(ADMIN_PROJECT)} element={<AdminProject />} />
          <Route path={under(ADMIN_EDIT)} element={<AdminEditProject />} />
          <Route path={under(ADMIN_PREVIEW)} element={<AdminPreviewProject />} />
          <Route path={under(paths.adminArtists)} element={<AdminArtists />} />
          <Route path={under(ADMIN_ARTIST)} element={<AdminArtist />} />
          <Route path={under(ADMIN_PAYOUT)} element={<AdminPayout />} />
          <Route path={under(paths.adminUsers)} element={<AdminUsers />} />
          <Route path={under(ADMIN_USER)} element={<AdminUser />} />
          <Route path={under(paths.adminRequests)} element={<AdminRequests />} />
          <Route path={under(paths.adminSupport)} element={<AdminSupport />} />
          <Route path={under(ADMIN_SUPPORT_REQUEST)} element={<AdminSupportRequest />} />
          <Route path={under(paths.adminLogs)} element={<AdminLogs />} />
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
