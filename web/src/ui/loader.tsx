import { useTranslation } from 'react-i18next'
import { Ring } from './ring.tsx'

/** The loading indicator of a whole screen: the ring breathes in once and stops, because nothing loops. */
export function Loader() {
  const { t } = useTranslation()
  return (
    <div role="status" className="grid min-h-[50dvh] place-items-center">
      <div className="flex animate-fade flex-col items-center gap-4 text-muted">
        <Ring share={0.25} stroke={6} className="size-14 animate-breathe" />
        <span className="text-sm">{t('loading')}</span>
      </div>
    </div>
  )
}
