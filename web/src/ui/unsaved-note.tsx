import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

/** Beside what saves a form: its text has changed, is kept in this tab (lib/draft.ts), and can be given up. */
export function UnsavedNote({ onDiscard }: { onDiscard(): void }) {
  const { t } = useTranslation('common')
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <p role="status" className="text-sm">
        {t('unsaved.text')}
      </p>
      <Button look="quiet" onClick={onDiscard}>
        {t('unsaved.discard')}
      </Button>
    </div>
  )
}
