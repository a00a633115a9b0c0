import { useTranslation } from 'react-i18next'
import type { CallName } from '#server/product/calls.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import type { AdminRequest } from './use-admin-action.ts'

type CloseIncidentDialogProps<Name extends CallName> = {
  call: Name
  request(note: string): AdminRequest<Name>
  title: string
  /** What settling it means; that no money moves, unless something else has to be said. */
  text?: string
  onClose(): void
}

/** Marks something as dealt with: who, when and why are kept in the audit trail. */
export function CloseIncidentDialog<const Name extends CallName>(props: CloseIncidentDialogProps<Name>) {
  const { t } = useTranslation('back-office')
  const { call, request, title, text = t('incident.settleText'), onClose } = props
  return (
    <ReasonDialog
      call={call}
      request={({ reason }) => request(reason)}
      title={t('incident.settleTitle')}
      reason={{ label: t('incident.note'), hint: text, tooLong: t('incident.noteTooLong') }}
      look="primary"
      submit={t('incident.settle')}
      done={() => t('incident.done')}
      failed={t('incident.failed')}
      onClose={onClose}
    >
      <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
    </ReasonDialog>
  )
}
