/** Where each kind of payment on its way out is listed. */
export const LISTS = { withdrawal: 'withdrawals', payout: 'payouts', refund: 'refunds' } as const
