import { useTranslation } from 'react-i18next'
import { withdrawalNotes } from '../../../back-office/withdrawal-notes.ts'
import { dataOf } from '../../../lib/api.ts'

/** Reads a withdrawal anew that somebody else has decided, and says what it is now. */
export function useDecidedMeanwhile(uid: string): () => Promise<string> {
  const { t } = useTranslation(['withdrawals-back-office', 'outgoing-back-office'])
  return async () => {
    const [request] = await dataOf('GET /admin/withdrawals', { query: { search: uid } })
    if (!request) throw new Error(`withdrawal ${uid} is not listed`)
    const now = [t(`statuses.${request.status}`), ...withdrawalNotes(t, request)].join(' · ')
    return t('decidedMeanwhile', { now })
  }
}
