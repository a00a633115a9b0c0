import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'

/** Shown when a screen crashes: what happened, and a button to start over. */
export function ErrorScreen({ error }: { error: Error }) {
  const { t } = useTranslation()
  return (
    <main
      role="alert"
      className="mx-auto grid min-h-dvh max-w-xl content-center justify-items-start gap-6 p-6"
    >
      <title>{t('crash.title')}</title>
      <h1 className="name text-4xl">{t('crash.title')}</h1>
      <p className="figures max-w-full break-words text-muted text-sm">{error.message}</p>
      <Button onClick={() => location.reload()}>{t('crash.reload')}</Button>
    </main>
  )
}
