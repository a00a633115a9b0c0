/** Every address of the application, written once. It is here, below the features, because they link to it. */
export const paths = {
  login: '/',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  secondFactor: '/second-factor',
  completeProfile: '/complete-profile',
  dashboard: '/dashboard',
  shelf: '/shelf',
  security: '/shelf/security',
  deposit: '/deposit',
  redeemBalance: '/redeem-balance',
  statement: '/statement',
  registerProject: '/register-project',
  support: '/support',
  receipt: (id: string) => `/statement/${encodeURIComponent(id)}`,
  admin: '/admin',
  adminDashboard: '/admin/dashboard',
  adminActivity: '/admin/activity',
  adminProjects: '/admin/projects',
  adminCreateProject: '/admin/projects/create',
  adminUsers: '/admin/users',
  adminRequests: '/admin/requests',
  adminSupport: '/admin/support',
  adminLogs: '/admin/logs',
  auction: (uid: string) => `/auction/${encodeURIComponent(uid)}`,
  project: (uid: string) => `/p/${encodeURIComponent(uid)}`,
  payment: (uid: string) => `/payment/${encodeURIComponent(uid)}`,
} as const

/** The auction page as the router matches it; without a uid it turns away. */
export const AUCTION_ROUTE = '/auction/:uid?'

/** A project's own page, open to everybody. */
export const PROJECT_ROUTE = '/p/:uid'

/** The two documents that have to be accepted, as static pages in the reader's language. */
export function legalPath(document: 'terms' | 'privacy', language: 'pt' | 'en'): string {
  return `/legal/${language}/${document}.html`
}
