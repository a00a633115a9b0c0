import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../lib/api.ts'
import { config } from '../lib/config.ts'
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

/** The API's limits: longer texts are cut here rather than refused there. */
const SCREEN_MAX = 100
const MESSAGE_MAX = 500

/** Resolves once support has been told that `screen` (its path) failed with `error`. Throws ApiError. */
async function alertSupport(screen: string, error: Error): Promise<void> {
  const cause =
    error instanceof ApiError ? `${error.status} ${error.code ?? ''} ${error.message}` : String(error)
  await api('POST /alert', {
    body: { screen: screen.slice(0, SCREEN_MAX), message: cause.trim().slice(0, MESSAGE_MAX) },
  })
}
