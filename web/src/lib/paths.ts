/** Every address of the application, in one place below the features, because they link to one another. */
export const paths = {
  login: '/',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  mailedLink: '/link',
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
  adminProject: (uid: string) => `/admin/projects/${encodeURIComponent(uid)}`,
  adminEditProject: (uid: string) => `/admin/projects/${encodeURIComponent(uid)}/edit`,
  adminPreviewProject: (uid: string) => `/admin/projects/${encodeURIComponent(uid)}/preview`,
  adminPayment: (uid: string) => `/admin/activity/${encodeURIComponent(uid)}`,
  adminArtists: '/admin/artists',
  adminArtist: (uid: string) => `/admin/artists/${encodeURIComponent(uid)}`,
  adminPayout: (uid: string) => `/admin/payouts/${encodeURIComponent(uid)}`,
  artist: (token: string) => `/artist/${encodeURIComponent(token)}`,
  adminUsers: '/admin/users',
  adminUser: (uid: string) => `/admin/users/${encodeURIComponent(uid)}`,
  adminSupportRequest: (id: number) => `/admin/support/${id}`,
  adminRequests: '/admin/requests',
  adminSupport: '/admin/support',
  adminLogs: '/admin/logs',
  auction: (uid: string) => `/auction/${encodeURIComponent(uid)}`,
  project: (uid: string) => `/p/${encodeURIComponent(uid)}`,
  payment: (uid: string) => `/payment/${encodeURIComponent(uid)}`,
} as const

/** The auction page as the router matches it; without a uid it redirects. */
export const AUCTION_ROUTE = '/auction/:uid?'

/** An artist's figures, for anyone with the link. */
export const ARTIST_ROUTE = '/artist/:token'

/** A project's own page, open to everybody. */
export const PROJECT_ROUTE = '/p/:uid'

/** The two documents that have to be accepted, as static pages in the reader's language. */
export function legalPath(document: 'terms' | 'privacy', language: 'pt' | 'en'): string {
  return `/legal/${language}/${document}.html`
}
