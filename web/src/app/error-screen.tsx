import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button } from '../ui/button.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'

/** What is left when a screen breaks: what happened, and a fresh start. */
export function ErrorScreen() {
  const { t } = useTranslation()
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />
  const message = isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`
    : ((error as Error | undefined)?.message ?? '')
  return (
    <main
      role="alert"
      className="mx-auto grid min-h-dvh max-w-xl content-center justify-items-start gap-6 p-6"
    >
      <title>{t('crash.title')}</title>
      <h1 className="name text-4xl">{t('crash.title')}</h1>
      <p className="figures max-w-full break-words text-muted text-sm">{message}</p>
      <Button onClick={() => location.reload()}>{t('crash.reload')}</Button>
    </main>
  )
}
