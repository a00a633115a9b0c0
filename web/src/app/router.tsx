import { BrowserRouter, Route, Routes } from 'react-router'
import { ARTIST_ROUTE, AUCTION_ROUTE, PROJECT_ROUTE, paths } from '../lib/paths.ts'
import { Guard } from './guards.tsx'
import { AuthLayout } from './layouts/auth-layout.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
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
  paths.deposit,
  paths.redeemBalance,
  `${paths.statement}/*`,
  paths.registerProject,
  paths.support,
  AUCTION_ROUTE,
  PAYMENT,
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
  ['access', 'people'],
  async () => (await import('./screens/shelf-screen.tsx')).ShelfScreen,
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
  ['withdrawals'],
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
const Payment = screen(
  PAYMENT,
  ['payments'],
  async () => (await import('../features/payments/payment-screen.tsx')).PaymentScreen,
)
const Auction = screen(
  AUCTION_ROUTE,
  ['market', 'payments', 'refusals'],
  async () => (await import('../features/market/auction-screen.tsx')).AuctionScreen,
)

const OpenLayout = screen(
  [PROJECT_ROUTE, ARTIST_ROUTE],
  ['projects'],
  async () => (await import('./layouts/open-layout.tsx')).OpenLayout,
)
const Project = screen(
  PROJECT_ROUTE,
  ['projects'],
  async () => (await import('../features/projects/page/project-screen.tsx')).ProjectScreen,
)

const Artist = screen(
  ARTIST_ROUTE,
  ['artists', 'projects'],
  async () => (await import('../features/artists/figures-screen.tsx')).FiguresScreen,
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
              <Route path={paths.security} element={<Security />} />
              <Route path={paths.deposit} element={<Deposit />} />
              <Route path={paths.redeemBalance} element={<RedeemBalance />} />
              <Route path={paths.statement} element={<Statement />} />
              <Route path={RECEIPT} element={<Receipt />} />
              <Route path={paths.registerProject} element={<RegisterProject />} />
              <Route path={paths.support} element={<Support />} />
              <Route path={AUCTION_ROUTE} element={<Auction />} />
              <Route path={PAYMENT} element={<Payment />} />
            </Route>
          </Route>
        </Route>
        <Route element={<OpenLayout />}>
          <Route path={PROJECT_ROUTE} element={<Project />} />
          <Route path={ARTIST_ROUTE} element={<Artist />} />
        </Route>
        <Route path={`${paths.admin}/*`} element={<AdminRouter />} />
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
      <ProofDialog />
    </BrowserRouter>
  )
}
