import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** The direction in which each arrow key moves the picture. */
const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Keys that zoom in and out. */
const ZOOMS: Record<string, 1 | -1> = { '+': 1, '=': 1, '-': -1, _: -1 }

type StageProps = {
  onMove(direction: { x: number; y: number }): void
  onZoom(direction: 1 | -1): void
  children: ReactNode
}

/** The picture behind its circle: arrow keys move it, + and − zoom. */
export function Stage({ onMove, onZoom, children }: StageProps) {
  const { t } = useTranslation('people')
  const hint = useId()
  return (
    <>
      <div
        role="application"
        aria-label={t('photo.stage')}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys.
        tabIndex={0}
        className="mx-auto w-fit overflow-hidden rounded-cover"
        onKeyDown={(event) => {
          const move = ARROWS[event.key]
          const zoom = ZOOMS[event.key]
          if (!move && !zoom) return
          event.preventDefault()
          if (move) onMove(move)
          if (zoom) onZoom(zoom)
        }}
      >
        {/* The cropper's contents are described by the label above, and nothing in them can be focused. */}
        <div aria-hidden="true">{children}</div>
      </div>
      <ZoomControl onZoom={onZoom} />
      <p id={hint} className="mt-2 text-center text-muted text-sm">
        <span className="pointer-coarse:hidden">{t('photo.keys')}</span>
        <span className="hidden pointer-coarse:inline">{t('photo.touch')}</span>
      </p>
    </>
  )
}

/** Zoom buttons, for people who have neither a wheel nor a touch screen. */
function ZoomControl({ onZoom }: { onZoom(direction: 1 | -1): void }) {
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
