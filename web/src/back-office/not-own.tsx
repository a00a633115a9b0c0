import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../session/provider.tsx'

/** Its children, unless they are about the reader's own money: of that somebody else decides, and it says so. */
export function NotOwn({ person, children }: { person: string; children: ReactNode }) {
  const { t } = useTranslation('back-office')
  const { user } = useSignedIn()
  if (person !== user.id) return children
  return <span className="self-center text-muted text-xs">{t('approval.own')}</span>
}
