import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../lib/config.ts'
import { alertSupport } from '../lib/support-alert.ts'
import { buttonClass } from './button.tsx'
import { Failure } from './failure.tsx'

type BrokenScreenProps = {
  error: Error
  onRetry(): void
  retrying: boolean
  /** Another way out. */
  children: ReactNode
}

/** A screen that could not load. It says that support was alerted only once that is true. */
export function BrokenScreen({ error, onRetry, retrying, children }: BrokenScreenProps) {
  const { t } = useTranslation()
  const [alerted, setAlerted] = useState<Error | null>(null)

  useEffect(() => {
    alertSupport(location.pathname, error).then(
      () => setAlerted(error),
      // Often the connection itself is down: then nothing is promised, and the link to support stays.
      () => setAlerted(null),
    )
  }, [error])

  return (
    <Failure
      message={alerted === error ? t('brokenScreen.alerted') : t('brokenScreen.text')}
      onRetry={onRetry}
      retrying={retrying}
    >
      {children}
      <a className={buttonClass('quiet')} href={`mailto:${config().supportEmail}`}>
        {t('brokenScreen.support')}
      </a>
    </Failure>
  )
}
