import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isContradicted, type Outgoing, type OutgoingOutcome } from '#domain/money-decision.ts'
import { dataOf } from '../lib/api.ts'
import { LISTS } from './outgoing-lists.ts'

type ProviderWordProps = { kind: Outgoing; uid: string; outcome: OutgoingOutcome }

/** What the provider says of an outgoing payment, beside what somebody wants to record of it. */
export function ProviderWord({ kind, uid, outcome }: ProviderWordProps) {
  const { t } = useTranslation('outgoing-back-office')
  const { data } = useQuery({
    queryKey: ['outgoing-word', kind, uid],
    queryFn: ({ signal }) => dataOf(`GET /admin/${LISTS[kind]}/{uid}/word`, { params: { uid }, signal }),
  })
  const tone = data && isContradicted(outcome, data.word) ? 'text-loss' : 'text-muted'
  return (
    <p role="status" className={`min-h-10 text-sm [overflow-wrap:anywhere] ${tone}`}>
      {data
        ? t(`decision.said.${data.word}`, { reference: data.reference ?? '' })
        : t('decision.said.asking')}
    </p>
  )
}
