import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** Zoom buttons, for people who have neither a wheel nor a touch screen. */
export function ZoomControl({ onZoom }: { onZoom(direction: 1 | -1): void }) {
  const { t } = useTranslation('people')
  return (
    <div className="mt-3 flex justify-center gap-2">
      <IconButton label={t('photo.zoomOut')} className="border border-edge" onClick={() => onZoom(-1)}>
        <Icon name="minus" />
      </IconButton>
      <IconButton label={t('photo.zoomIn')} className="border border-edge" onClick={() => onZoom(1)}>
        <Icon name="plus" />
      </IconButton>
    </div>
  )
}
