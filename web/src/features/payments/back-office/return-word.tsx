import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dataOf } from '../../../lib/api.ts'

/** What the provider says of the return that is written into the form. */
export function ReturnWord({ uid, reference }: { uid: string; reference: string }) {
  const { t } = useTranslation('payments-back-office')
  const { data } = useQuery({
    queryKey: ['unmatched-return', uid, reference],
    queryFn: ({ signal }) =>
      dataOf('GET /admin/unmatched/{uid}/return', { params: { uid }, query: { reference }, signal }),
  })
  const tone = data?.word === 'contradicted' ? 'text-loss' : 'text-muted'
  return (
    <p role="status" className={`min-h-10 text-sm ${tone}`}>
      {t(data ? `unmatched.said.${data.word}` : 'unmatched.said.asking')}
    </p>
  )
}
