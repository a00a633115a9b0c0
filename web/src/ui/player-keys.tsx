import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlayerOrders } from './use-embed.ts'

const SKIP_SECONDS = 5
const VOLUME_STEP = 10

/** What a key means somewhere else: typing, pressing, scrolling the words. */
const TYPES = 'input, textarea, select, [contenteditable]'
const PRESSES = 'button, a, summary, [role=button]'
const SCROLLS = '[data-lyrics]'

type PlayerKeysProps = { orders: PlayerOrders; stage: RefObject<HTMLElement | null> }

/** The player's keyboard shortcuts, and the sentence that lists them. They work wherever the focus is outside the frame. */
export function PlayerKeys({ orders, stage }: PlayerKeysProps) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')

  useEffect(() => {
    const acts: Record<string, () => void> = {
      ' ': orders.toggle,
      k: orders.toggle,
      arrowleft: () => orders.skip(-SKIP_SECONDS),
      arrowright: () => orders.skip(SKIP_SECONDS),
      arrowup: () => setSaid(t('player.volume', { volume: orders.changeVolume(VOLUME_STEP) })),
      arrowdown: () => setSaid(t('player.volume', { volume: orders.changeVolume(-VOLUME_STEP) })),
      m: () => setSaid(t(orders.toggleMute() ? 'player.muted' : 'player.unmuted')),
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
  }, [orders, stage, t])

  return (
    <>
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
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}

/** A browser may refuse, and then nothing has changed. */
async function toggleFullscreen(stage: HTMLElement | null): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await stage?.requestFullscreen()
  } catch {
    return
  }
}
