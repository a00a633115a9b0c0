/** Makes every key of i18n/pt/*.json a type: a key that does not exist does not compile. */
import 'i18next'
import type access from '#i18n/pt/access.json'
import type accountingBackOffice from '#i18n/pt/accounting-back-office.json'
import type alerts from '#i18n/pt/alerts.json'
import type artists from '#i18n/pt/artists.json'
import type artistsBackOffice from '#i18n/pt/artists-back-office.json'
import type backOffice from '#i18n/pt/back-office.json'
import type common from '#i18n/pt/common.json'
import type declines from '#i18n/pt/declines.json'
import type failures from '#i18n/pt/failures.json'
import type gifts from '#i18n/pt/gifts.json'
import type guideBackOffice from '#i18n/pt/guide-back-office.json'
import type invoicesBackOffice from '#i18n/pt/invoices-back-office.json'
import type layout from '#i18n/pt/layout.json'
import type live from '#i18n/pt/live.json'
import type market from '#i18n/pt/market.json'
import type notifications from '#i18n/pt/notifications.json'
import type operationsBackOffice from '#i18n/pt/operations-back-office.json'
import type outgoingBackOffice from '#i18n/pt/outgoing-back-office.json'
import type payments from '#i18n/pt/payments.json'
import type paymentsBackOffice from '#i18n/pt/payments-back-office.json'
import type people from '#i18n/pt/people.json'
import type peopleBackOffice from '#i18n/pt/people-back-office.json'
import type peopleSecurity from '#i18n/pt/people-security.json'
import type pixKey from '#i18n/pt/pix-key.json'
import type projects from '#i18n/pt/projects.json'
import type projectsBackOffice from '#i18n/pt/projects-back-office.json'
import type projectsDashboard from '#i18n/pt/projects-dashboard.json'
import type refundsBackOffice from '#i18n/pt/refunds-back-office.json'
import type refusals from '#i18n/pt/refusals.json'
import type signIn from '#i18n/pt/sign-in.json'
import type studio from '#i18n/pt/studio.json'
import type support from '#i18n/pt/support.json'
import type supportBackOffice from '#i18n/pt/support-back-office.json'
import type supportTemplates from '#i18n/pt/support-templates.json'
import type troublesBackOffice from '#i18n/pt/troubles-back-office.json'
import type wallet from '#i18n/pt/wallet.json'
import type withdrawals from '#i18n/pt/withdrawals.json'
import type withdrawalsBackOffice from '#i18n/pt/withdrawals-back-office.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      access: typeof access
      alerts: typeof alerts
      artists: typeof artists
      'artists-back-office': typeof artistsBackOffice
      'back-office': typeof backOffice
      common: typeof common
      declines: typeof declines
      failures: typeof failures
      gifts: typeof gifts
      'invoices-back-office': typeof invoicesBackOffice
      layout: typeof layout
      live: typeof live
      market: typeof market
      notifications: typeof notifications
      'operations-back-office': typeof operationsBackOffice
      'outgoing-back-office': typeof outgoingBackOffice
      payments: typeof payments
      'payments-back-office': typeof paymentsBackOffice
      people: typeof people
      'accounting-back-office': typeof accountingBackOffice
      'people-back-office': typeof peopleBackOffice
      'people-security': typeof peopleSecurity
      'pix-key': typeof pixKey
      projects: typeof projects
      'projects-back-office': typeof projectsBackOffice
      'projects-dashboard': typeof projectsDashboard
      'refunds-back-office': typeof refundsBackOffice
      refusals: typeof refusals
      'sign-in': typeof signIn
      studio: typeof studio
      studio: typeof studio
      support: typeof support
      'support-back-office': typeof supportBackOffice
      'support-templates': typeof supportTemplates
      'troubles-back-office': typeof troublesBackOffice
      'guide-back-office': typeof guideBackOffice
      wallet: typeof wallet
      withdrawals: typeof withdrawals
      'withdrawals-back-office': typeof withdrawalsBackOffice
    }
  }
}
