/** The tabs of screens, by the screen's word in the menu: the screen draws them, the palette finds them. */
import type { CallName } from '#server/product/calls.ts'

/** `call`: shown to roles that include it. */
type ScreenTab = { value: string; call: CallName }

export const SCREEN_TABS = {
  artists: [
    { value: 'artists', call: 'GET /admin/artists' },
    { value: 'payouts', call: 'GET /admin/payouts-waiting' },
  ],
  requests: [
    { value: 'withdrawals', call: 'GET /admin/withdrawals' },
    { value: 'refunds', call: 'GET /admin/refunds-waiting' },
    { value: 'stuck', call: 'GET /admin/stuck' },
    { value: 'unmatched', call: 'GET /admin/unmatched' },
    { value: 'debts', call: 'GET /admin/debtors' },
    { value: 'proposals', call: 'GET /admin/proposals' },
  ],
  logs: [
    { value: 'audit', call: 'GET /admin/audit' },
    { value: 'jobs', call: 'GET /admin/failed-jobs' },
    { value: 'chain', call: 'GET /admin/failed-operations' },
    { value: 'webhooks', call: 'GET /admin/webhooks' },
    { value: 'ledger', call: 'GET /admin/reconciliations' },
    { value: 'troubles', call: 'GET /admin/troubles' },
  ],
} as const satisfies Record<string, readonly ScreenTab[]>
