import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../lib/api.ts'
import { formatMomentInSaoPaulo } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { Notice } from '../../../../ui/notice.tsx'

const EVERY_MS = 15_000

/** What waits for the chain, which an empty list of refusals does not tell. */
export function ChainWaiting() {
  const { t } = useTranslation('operations-back-office')
  const waiting = useQuery({
    queryKey: ['admin', 'chain-waiting'],
    queryFn: async ({ signal }) => (await api('GET /admin/chain-waiting', { signal })).data,
    refetchInterval: EVERY_MS,
  })
  const { count = 0, oldest = null } = waiting.data ?? {}
  if (oldest === null) return null
  const at = formatMomentInSaoPaulo(oldest, currentLanguage())
  return (
    <div className="mb-4">
      <Notice>{t('operations.waiting', { count, at })}</Notice>
    </div>
  )
}
