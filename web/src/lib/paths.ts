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
  receipt: (id: string) => `/statement/${encodeURIComponent(id)}`,
  auction: (uid: string) => `/auction/${encodeURIComponent(uid)}`,
  payment: (uid: string) => `/payment/${encodeURIComponent(uid)}`,
} as const

/** The auction page as the router matches it; without a uid it turns away. */
export const AUCTION_ROUTE = '/auction/:uid?'

/** The two documents that have to be accepted, as static pages in the reader's language. */
export function legalPath(document: 'terms' | 'privacy', language: 'pt' | 'en'): string {
  return `/legal/${language}/${document}.html`
}
