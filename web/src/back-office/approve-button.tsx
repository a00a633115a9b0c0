import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../session/provider.tsx'
import { RowButton } from './row-button.tsx'

type ApproveButtonProps = {
  /** Who has approved already: nobody approves twice. */
  approvals: readonly { email: string }[]
  /** What is approved, for screen readers. */
  label: string
  children: string
  onClick(): void
}

/** Opens an approval; an administrator who has already approved is told that somebody else must. */
export function ApproveButton({ approvals, label, children, onClick }: ApproveButtonProps) {
  const { t } = useTranslation('back-office')
  const { profile } = useSignedIn()
  if (approvals.some(({ email }) => email === profile.email)) {
    return <span className="max-w-[16ch] self-center text-muted text-xs">{t('approval.given')}</span>
  }
  return (
    <RowButton aria-haspopup="dialog" label={label} onClick={onClick}>
      {children}
    </RowButton>
  )
}
