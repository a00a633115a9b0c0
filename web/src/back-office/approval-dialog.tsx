import { useTranslation } from 'react-i18next'
import { Row, Rows } from '../ui/rows.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** One without a value is left out. */
export type ApprovalFact = { label: string; value: string | null }

type ApprovalDialogProps<Value> = {
  path: string
  /** What is agreed to, with its amount. */
  what: string
  /** To whom, why, and who decided first. */
  facts?: readonly ApprovalFact[] | undefined
  submit: string
  done: (value: Value) => string
  failed: string
  onClose(): void
}

/** Asks once more before the second approval moves money: it cannot be undone. */
export function ApprovalDialog<Value>({ what, facts = [], ...rest }: ApprovalDialogProps<Value>) {
  const { t } = useTranslation('back-office')
  return (
    <ConfirmDialog {...rest} title={t('approval.title')}>
      <p className="font-medium">{what}</p>
      {facts.length > 0 && (
        <div className="mt-2 [overflow-wrap:anywhere]">
          <Rows>
            {facts.map(({ label, value }) => value && <Row key={label} label={label} value={value} />)}
          </Rows>
        </div>
      )}
      <p className="mt-2 text-muted text-sm">{t('approval.text')}</p>
    </ConfirmDialog>
  )
}
