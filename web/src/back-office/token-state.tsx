import { useTranslation } from 'react-i18next'
import type { TokenStatus } from '#domain/token.ts'
import { Pill } from './pill.tsx'

/** Whether a token can be played, or what became of it. */
export function TokenState({ status }: { status: TokenStatus }) {
  const { t } = useTranslation('people-back-office')
  return <Pill tone={status === 'minted' ? 'live' : 'plain'}>{t(`tokenStatuses.${status}`)}</Pill>
}
