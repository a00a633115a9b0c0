import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../ui/failure.tsx'
import { Logo } from '../ui/logo.tsx'
import { useOnline } from '../ui/use-online.ts'

/** Shown when the server's settings cannot be loaded. Offline it says so, and starts when the connection is back. */
export function StartFailure() {
  const { t } = useTranslation()
  const online = useOnline()

  useEffect(() => {
    const begin = () => location.reload()
    addEventListener('online', begin)
    return () => removeEventListener('online', begin)
  }, [])

  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center gap-6 p-6">
      <Logo name={document.title} />
      {online ? (
        <Failure message={t('offline')} onRetry={() => location.reload()} />
      ) : (
        <>
          <h1 className="screen-title">{t('offlineStart.title')}</h1>
          <ul className="grid gap-3 text-muted">
            <li>{t('offlineStart.missing')}</li>
            <li>{t('offlineStart.going')}</li>
          </ul>
          <Failure message={t('offlineStart.back')} onRetry={() => location.reload()} />
        </>
      )}
    </main>
  )
}
