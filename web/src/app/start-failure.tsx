import { useTranslation } from 'react-i18next'
import { Failure } from '../ui/failure.tsx'

/** Nothing can begin without the server's settings. */
export function StartFailure() {
  const { t } = useTranslation()
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center p-6">
      <Failure message={t('offline')} onRetry={() => location.reload()} />
    </main>
  )
}
