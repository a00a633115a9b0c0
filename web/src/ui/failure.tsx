import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

type FailureProps = {
  message: string
  onRetry(): void
  retrying?: boolean
  /** Another way out. */
  children?: ReactNode
}

/** One clear error with a way out. */
export function Failure({ message, onRetry, retrying = false, children }: FailureProps) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="flex flex-col items-start gap-5 rounded-cover border border-line p-6">
      <p className="max-w-[60ch]">{message}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" busy={retrying} onClick={onRetry}>
          {t('retry')}
        </Button>
        {children}
      </div>
    </div>
  )
}
