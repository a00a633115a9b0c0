/** Makes every key of i18n/pt/*.json a type: a key that does not exist does not compile. */
import 'i18next'
import type admin from '#i18n/pt/admin.json'
import type adminArtists from '#i18n/pt/admin-artists.json'
import type adminLogs from '#i18n/pt/admin-logs.json'
import type adminMoney from '#i18n/pt/admin-money.json'
import type adminPeople from '#i18n/pt/admin-people.json'
import type adminProject from '#i18n/pt/admin-project.json'
import type adminRequests from '#i18n/pt/admin-requests.json'
import type artist from '#i18n/pt/artist.json'
import type auction from '#i18n/pt/auction.json'
import type auth from '#i18n/pt/auth.json'
import type common from '#i18n/pt/common.json'
import type dashboard from '#i18n/pt/dashboard.json'
import type declines from '#i18n/pt/declines.json'
import type layout from '#i18n/pt/layout.json'
import type live from '#i18n/pt/live.json'
import type notifications from '#i18n/pt/notifications.json'
import type payment from '#i18n/pt/payment.json'
import type profile from '#i18n/pt/profile.json'
import type project from '#i18n/pt/project.json'
import type proposal from '#i18n/pt/proposal.json'
import type refusals from '#i18n/pt/refusals.json'
import type security from '#i18n/pt/security.json'
import type shelf from '#i18n/pt/shelf.json'
import type statement from '#i18n/pt/statement.json'
import type support from '#i18n/pt/support.json'
import type withdrawal from '#i18n/pt/withdrawal.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      admin: typeof admin
      'admin-artists': typeof adminArtists
      'admin-logs': typeof adminLogs
      'admin-money': typeof adminMoney
      'admin-project': typeof adminProject
      'admin-people': typeof adminPeople
      'admin-requests': typeof adminRequests
      artist: typeof artist
      auction: typeof auction
      auth: typeof auth
      common: typeof common
      dashboard: typeof dashboard
      declines: typeof declines
      layout: typeof layout
      live: typeof live
      notifications: typeof notifications
      payment: typeof payment
      profile: typeof profile
      proposal: typeof proposal
      project: typeof project
      refusals: typeof refusals
      security: typeof security
      shelf: typeof shelf
      statement: typeof statement
      support: typeof support
      withdrawal: typeof withdrawal
    }
  }
}
