/** Every address of the application, in one place below the features, because they link to one another. */
export const paths = {
  login: '/',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  mailedLink: '/link',
  /** Where a notice leads whoever did not make the change; its secret is behind the #. */
  notMe: '/not-me',
  /** Where whoever deactivated their account ends. */
  deactivated: '/deactivated',
  secondFactor: '/second-factor',
  completeProfile: '/complete-profile',
  dashboard: '/dashboard',
  shelf: '/shelf',
  bids: '/bids',
  security: '/shelf/security',
  deposit: '/deposit',
  redeemBalance: '/redeem-balance',
  statement: '/statement',
  registerProject: '/register-project',
  support: '/support',
  supportRequest: (id: number) => `/support/${id}`,
  alerts: '/alerts',
  studio: '/studio',
  studioWork: (uid: string) => `/studio/works/${encodeURIComponent(uid)}`,
  /** What a gift's link opens; its secret is behind the #. */
  gift: '/gift',
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
  artistPage: (slug: string) => `/a/${encodeURIComponent(slug)}`,
  /** The same page inside the product, where music plays on. */
  artistInside: (slug: string) => `/artists/${encodeURIComponent(slug)}`,
  invitation: (token: string) => `/invitation/${encodeURIComponent(token)}`,
  adminUsers: '/admin/users',
  adminUser: (uid: string) => `/admin/users/${encodeURIComponent(uid)}`,
  adminSupportRequest: (id: number) => `/admin/support/${id}`,
  adminRequests: '/admin/requests',
  adminSupport: '/admin/support',
  adminLogs: '/admin/logs',
  adminGuide: '/admin/guide',
  adminTeam: '/admin/team',
  adminAccounting: '/admin/accounting',
  adminInvoices: '/admin/invoices',
  auction: (uid: string) => `/auction/${encodeURIComponent(uid)}`,
  project: (uid: string) => `/p/${encodeURIComponent(uid)}`,
  /** The same page inside the product, for fans. */
  work: (uid: string) => `/project/${encodeURIComponent(uid)}`,
  payment: (uid: string) => `/payment/${encodeURIComponent(uid)}`,
  /** The shelf, with the question before the first play of this project's $TUNE. */
  playing: (uid: string) => `/shelf?play=${encodeURIComponent(uid)}`,
  /** The payment page, with an amount for the artist already chosen. */
  tipping: (uid: string) => `/payment/${encodeURIComponent(uid)}?tip`,
  /** The payment page, with the purchase for somebody else already chosen. */
  giving: (uid: string) => `/payment/${encodeURIComponent(uid)}?gift`,
} as const

/** The deposit with an amount already in its field, in centavos. */
export function depositOf(centavos: number): string {
  return `${paths.deposit}?amount=${centavos}`
}

/** The auction page as the router matches it; without a uid it redirects. */
export const AUCTION_ROUTE = '/auction/:uid?'

/** An artist's figures, for anyone with the link. */
export const ARTIST_ROUTE = '/artist/:token'

/** What an artist changes of a work. */
export const STUDIO_WORK_ROUTE = '/studio/works/:uid'

/** An artist's own page, open to everybody. */
export const ARTIST_PAGE_ROUTE = '/a/:slug'

/** The same inside the product, as fans have it. */
export const ARTIST_INSIDE_ROUTE = '/artists/:slug'

/** An invitation to look after an artist, for whoever was sent it. */
export const INVITATION_ROUTE = '/invitation/:token'

/** What a fan has written to support, and its answers. */
export const SUPPORT_REQUEST_ROUTE = '/support/:id'

/** A project's page as fans have it, inside the product. */
export const WORK_ROUTE = '/project/:uid'

/** A project's own page, open to everybody. */
export const PROJECT_ROUTE = '/p/:uid'

/** The two documents that have to be accepted, as static pages in the reader's language. */
export function legalPath(document: 'terms' | 'privacy', language: 'pt' | 'en'): string {
  return `/legal/${language}/${document}.html`
}
