import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlayerControls } from './use-embed.ts'

export const SKIP_SECONDS = 5
const VOLUME_STEP = 10

/** Elements in which keys have another meaning: typing, pressing, scrolling the lyrics. */
const TYPES = 'input, textarea, select, [contenteditable]'
const PRESSES = 'button, a, summary, [role=button]'
const SCROLLS = '[data-lyrics]'

type PlayerKeysProps = { controls: PlayerControls; stage: RefObject<HTMLElement | null> }

/** The player's keyboard shortcuts. They work wherever the focus is outside the frame. */
export function PlayerKeys({ controls, stage }: PlayerKeysProps) {
  const { t } = useTranslation()
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    const acts: Record<string, () => void> = {
      ' ': controls.toggle,
      k: controls.toggle,
      arrowleft: () => controls.skip(-SKIP_SECONDS),
      arrowright: () => controls.skip(SKIP_SECONDS),
      arrowup: () => setAnnouncement(t('player.volume', { volume: controls.changeVolume(VOLUME_STEP) })),
      arrowdown: () => setAnnouncement(t('player.volume', { volume: controls.changeVolume(-VOLUME_STEP) })),
      m: () => setAnnouncement(t(controls.toggleMute() ? 'player.muted' : 'player.unmuted')),
      f: () => void toggleFullscreen(stage.current),
    }
    function press(event: KeyboardEvent) {
      const { key, target } = event
      const act = acts[key.toLowerCase()]
      if (!act || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const at = target instanceof Element ? target : null
      if (at?.closest(TYPES) || (key === ' ' && at?.closest(PRESSES))) return
      if ((key === 'ArrowUp' || key === 'ArrowDown') && at?.closest(SCROLLS)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [controls, stage, t])

  return (
    <span role="status" className="sr-only">
      {announcement}
    </span>
  )
}

/** The shortcuts in words, where there is a keyboard. */
export function KeyList() {
  const { t } = useTranslation()
  return (
    <dl
      aria-label={t('player.keys.title')}
      className="hidden flex-wrap gap-x-4 gap-y-2 text-muted text-xs sm:flex"
    >
      {(['space', 'skip', 'volume', 'mute', 'full'] as const).map((name) => (
        <div key={name} className="flex items-baseline gap-1.5">
          <dt>
            <kbd className="figures rounded border border-edge px-1.5 py-0.5 text-text">
              {t(`player.keys.${name}.key`)}
            </kbd>
          </dt>
          <dd>{t(`player.keys.${name}.does`)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The browser may refuse; then nothing changes. */
export async function toggleFullscreen(stage: HTMLElement | null): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await stage?.requestFullscreen()
  } catch {
    return
  }
}
