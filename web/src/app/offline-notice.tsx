import { useTranslation } from 'react-i18next'
import { useOnline } from '../ui/use-online.ts'

/** Says over every screen that its data may be out of date. It floats: nothing moves when it comes and goes. */
export function OfflineNotice() {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[var(--dock)] z-40 flex justify-center p-4 empty:hidden"
    >
      {!online && (
        <p className="max-w-[60ch] rounded-control border border-edge bg-raised px-4 py-3 text-sm shadow-sheet">
          {t('offlineNotice')}
        </p>
      )}
    </div>
  )
}
