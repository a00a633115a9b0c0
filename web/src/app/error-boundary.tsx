import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'

/** Shows the default error screen in place of a screen that crashed. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    return this.state.error ? <ErrorScreen error={this.state.error} /> : this.props.children
  }
}

/** Shown when a screen crashes: what happened, and a button to start over. */
function ErrorScreen({ error }: { error: Error }) {
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
