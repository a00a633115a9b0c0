import { BrowserRouter, Route, Routes } from 'react-router'
import {
  ARTIST_INSIDE_ROUTE,
  ARTIST_PAGE_ROUTE,
  ARTIST_ROUTE,
  AUCTION_ROUTE,
  INVITATION_ROUTE,
  PROJECT_ROUTE,
  paths,
  STUDIO_WORK_ROUTE,
  SUPPORT_REQUEST_ROUTE,
  WORK_ROUTE,
} from '../lib/paths.ts'
import { AnyLayout, Guard, SharedWork } from './guards.tsx'
import { AuthLayout } from './layouts/auth-layout.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { Artist, ArtistPage, Ended, Gift, Invitation, NotMe, OpenLayout, Project } from './open-screens.ts'
import { ProofDialog } from './proof/proof-dialog.tsx'
import { screen } from './screen.ts'

const PAYMENT = '/payment/:uid?'
const RECEIPT = '/statement/:id'

const Login = screen(
  paths.login,
  ['sign-in'],
  async () => (await import('../features/sign-in/login-screen.tsx')).LoginScreen,
)
const Register = screen(
  paths.register,
  ['sign-in'],
  async () => (await import('../features/sign-in/register-screen.tsx')).RegisterScreen,
)
const ForgotPassword = screen(
  paths.forgotPassword,
  ['sign-in'],
  async () => (await import('../features/sign-in/forgot-password-screen.tsx')).ForgotPasswordScreen,
)
const ResetPassword = screen(
  paths.resetPassword,
  ['sign-in'],
  async () => (await import('../features/sign-in/reset-password-screen.tsx')).ResetPasswordScreen,
)
const MailedLink = screen(
  paths.mailedLink,
  ['sign-in'],
  async () => (await import('../features/sign-in/mailed-link-screen.tsx')).MailedLinkScreen,
)
const SecondFactor = screen(
  paths.secondFactor,
  ['sign-in'],
  async () => (await import('../features/sign-in/second-factor-screen.tsx')).SecondFactorScreen,
)
const CompleteProfile = screen(
  paths.completeProfile,
  ['people'],
  async () => (await import('../features/people/complete-profile-screen.tsx')).CompleteProfileScreen,
)
const FAN_SCREENS = [
  paths.dashboard,
  `${paths.shelf}/*`,
  paths.bids,
  paths.deposit,
  paths.redeemBalance,
  `${paths.statement}/*`,
  paths.registerProject,
  paths.support,
  SUPPORT_REQUEST_ROUTE,
  paths.alerts,
  `${paths.studio}/*`,
  AUCTION_ROUTE,
  PAYMENT,
  WORK_ROUTE,
]
const PersonCache = screen(
  FAN_SCREENS,
  [],
  async () => (await import('./layouts/person-cache.tsx')).PersonCache,
)
const UserLayout = screen(
  FAN_SCREENS,
  ['layout', 'notifications'],
  async () => (await import('./layouts/user-layout.tsx')).UserLayout,
)
const Dashboard = screen(
  paths.dashboard,
  ['projects-dashboard'],
  async () => (await import('../features/projects/dashboard/dashboard-screen.tsx')).DashboardScreen,
)
const Shelf = screen(
  paths.shelf,
  ['access', 'people', 'gifts'],
  async () => (await import('./screens/shelf-screen.tsx')).ShelfScreen,
)
const Bids = screen(
  paths.bids,
  ['projects-dashboard'],
  async () => (await import('../features/projects/dashboard/bids-screen.tsx')).BidsScreen,
)
const Security = screen(
  paths.security,
  ['people-security', 'sign-in', 'refusals'],
  async () => (await import('../features/people/security/security-screen.tsx')).SecurityScreen,
)
const Deposit = screen(
  paths.deposit,
  ['payments'],
  async () => (await import('../features/payments/deposit-screen.tsx')).DepositScreen,
)
const RedeemBalance = screen(
  paths.redeemBalance,
  ['withdrawals', 'pix-key'],
  async () => (await import('../features/withdrawals/redeem-balance-screen.tsx')).RedeemBalanceScreen,
)
const Statement = screen(
  paths.statement,
  ['wallet'],
  async () => (await import('../features/wallet/statement-screen.tsx')).StatementScreen,
)
const Receipt = screen(
  RECEIPT,
  ['wallet'],
  async () => (await import('../features/wallet/receipt-screen.tsx')).ReceiptScreen,
)
const RegisterProject = screen(
  paths.registerProject,
  ['projects'],
  async () =>
    (await import('../features/projects/proposal/register-project-screen.tsx')).RegisterProjectScreen,
)
const Support = screen(
  paths.support,
  ['support'],
  async () => (await import('../features/support/support-screen.tsx')).SupportScreen,
)
const SupportRequest = screen(
  SUPPORT_REQUEST_ROUTE,
  ['support'],
  async () => (await import('../features/support/conversation-screen.tsx')).ConversationScreen,
)
const Payment = screen(
  PAYMENT,
  ['payments', 'access', 'live', 'gifts'],
  async () => (await import('./screens/payment-screen.tsx')).PaymentScreen,
)
const Auction = screen(
  AUCTION_ROUTE,
  ['market', 'payments', 'refusals', 'alerts'],
  async () => (await import('./screens/auction-screen.tsx')).AuctionScreen,
)
const Alerts = screen(
  paths.alerts,
  ['alerts', 'notifications'],
  async () => (await import('../features/alerts/alerts-screen.tsx')).AlertsScreen,
)
const Studio = screen(
  paths.studio,
  ['studio', 'pix-key'],
  async () => (await import('../features/studio/studio-screen.tsx')).StudioScreen,
)
const StudioWork = screen(
  STUDIO_WORK_ROUTE,
  ['studio'],
  async () => (await import('../features/studio/work/work-screen.tsx')).WorkScreen,
)
const Work = screen(
  WORK_ROUTE,
  ['projects', 'market', 'alerts', 'payments', 'access', 'live'],
  async () => (await import('./screens/work-screen.tsx')).WorkScreen,
)

const AdminRouter = screen(
  `${paths.admin}/:screen/*`,
  ['back-office', 'layout'],
  async () => (await import('./admin-router.tsx')).AdminRouter,
)

/**
 * Every route of the application, behind its guard and inside its layout. The declarative router is 20 kB (gzip)
 * lighter on the first screen than the data router, whose loaders and actions the query cache replaces here.
 */
export function Router() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<AuthLayout />}>
          <Route path={paths.mailedLink} element={<MailedLink />} />
          <Route path={paths.notMe} element={<NotMe />} />
          <Route path={paths.deactivated} element={<Ended />} />
          <Route element={<Guard access="public" />}>
            <Route path={paths.login} element={<Login />} />
            <Route path={paths.admin} element={<Login />} />
            <Route path={paths.register} element={<Register />} />
            <Route path={paths.forgotPassword} element={<ForgotPassword />} />
          </Route>
          <Route element={<Guard access="recovery" />}>
            <Route path={paths.resetPassword} element={<ResetPassword />} />
          </Route>
          <Route element={<Guard access="second-factor" />}>
            <Route path={paths.secondFactor} element={<SecondFactor />} />
          </Route>
          <Route element={<Guard access="incomplete" />}>
            <Route path={paths.completeProfile} element={<CompleteProfile />} />
          </Route>
        </Route>
        <Route element={<PersonCache />}>
          <Route element={<Guard access="user" />}>
            <Route element={<UserLayout />}>
              <Route path={paths.dashboard} element={<Dashboard />} />
              <Route path={paths.shelf} element={<Shelf />} />
              <Route path={paths.bids} element={<Bids />} />
              <Route path={paths.security} element={<Security />} />
              <Route path={paths.deposit} element={<Deposit />} />
              <Route path={paths.redeemBalance} element={<RedeemBalance />} />
              <Route path={paths.statement} element={<Statement />} />
              <Route path={RECEIPT} element={<Receipt />} />
              <Route path={paths.registerProject} element={<RegisterProject />} />
              <Route path={paths.support} element={<Support />} />
              <Route path={SUPPORT_REQUEST_ROUTE} element={<SupportRequest />} />
              <Route path={paths.alerts} element={<Alerts />} />
              <Route path={paths.studio} element={<Studio />} />
              <Route path={STUDIO_WORK_ROUTE} element={<StudioWork />} />
              <Route path={AUCTION_ROUTE} element={<Auction />} />
              <Route path={PAYMENT} element={<Payment />} />
              <Route path={WORK_ROUTE} element={<Work />} />
              <Route path={ARTIST_INSIDE_ROUTE} element={<ArtistPage />} />
            </Route>
          </Route>
        </Route>
        <Route element={<OpenLayout />}>
          <Route path={PROJECT_ROUTE} element={<SharedWork page={<Project />} />} />
          <Route path={ARTIST_ROUTE} element={<Artist />} />
          <Route path={ARTIST_PAGE_ROUTE} element={<ArtistPage />} />
          <Route path={INVITATION_ROUTE} element={<Invitation />} />
          <Route path={paths.gift} element={<Gift />} />
        </Route>
        <Route path={`${paths.admin}/*`} element={<AdminRouter />} />
        <Route element={<PersonCache />}>
          <Route element={<AnyLayout fan={<UserLayout />} other={<OpenLayout />} />}>
            <Route path="*" element={<NotFoundScreen />} />
          </Route>
        </Route>
      </Routes>
      <ProofDialog />
    </BrowserRouter>
  )
}
