import { useTranslation } from 'react-i18next'
import type { ApprovalWire } from '#server/product/approvals/contract.ts'
import { useSignedIn } from '../session/provider.tsx'
import { isEnough, standing } from './approver-names.ts'
import { RowButton } from './row-button.tsx'

type ApproveButtonProps = {
  /** Who has approved already: nobody approves twice, unless the approvals have become enough since. */
  approvals: readonly ApprovalWire[]
  /** What is approved, for screen readers. */
  label: string
  children: string
  onClick(): void
}

/** Opens an approval; an administrator who has already approved is told that somebody else must. */
export function ApproveButton({ approvals, label, children, onClick }: ApproveButtonProps) {
  const { t } = useTranslation('back-office')
  const { profile } = useSignedIn()
  if (!isEnough(approvals) && standing(approvals).some(({ email }) => email === profile.email)) {
    return <span className="max-w-[16ch] self-center text-muted text-xs">{t('approval.given')}</span>
  }
  return (
    <RowButton aria-haspopup="dialog" label={label} onClick={onClick}>
      {children}
    </RowButton>
  )
}
