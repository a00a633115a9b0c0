import { useTranslation } from 'react-i18next'
import type { AdminSupportWire } from '#server/product/support/contract.ts'
import { Pill } from '../../../back-office/pill.tsx'

/** A request that waits is new until its first answer; afterwards its person wrote again. */
export function RequestStatus({
  request: { status, answeredAt },
}: {
  request: Pick<AdminSupportWire, 'status' | 'answeredAt'>
}) {
  const { t } = useTranslation('support-back-office')
  const isNew = status === 'new'
  return (
    <Pill tone={isNew ? 'wait' : 'plain'}>
      {t(`request.statuses.${isNew && answeredAt !== null ? 'again' : status}`)}
    </Pill>
  )
}
