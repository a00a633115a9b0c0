import { type KeyboardEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { lineAt, type TimedLine } from '#domain/timed-lyrics.ts'
import type { VideoPlayer } from './use-player.ts'

/** Whoever scrolls by hand, or goes through the lines by keyboard, is left alone for so long. */
const HANDS_OFF_MS = 4000
const HANDS = ['wheel', 'touchmove', 'keydown'] as const

type TimedWordsProps = {
  lines: readonly TimedLine[]
  player: Pick<VideoPlayer, 'clock' | 'controls' | 'isPlaying'>
}

/**
 * The lyrics line by line as they are sung: the line of this moment is marked and kept in view, and a tap on one goes there.
 * One of them is in the order of the tab key; the arrow keys go from one to the next.
 */
export function TimedWords({ lines, player }: TimedWordsProps) {
  const { t } = useTranslation()
  const { clock, controls, isPlaying } = player
  const now = useSyncExternalStore(clock.subscribe, () => lineAt(lines, clock.seconds()))
  const list = useRef<HTMLOListElement>(null)
  useFollowing(list, now, isPlaying)

  return (
    <section aria-label={t('player.lyrics').slice(1)} data-lyrics>
      <h4 className="section-title mb-1 text-muted">{t('player.lyrics')}</h4>
      <p className="mb-4 text-muted text-sm">{t('player.timed')}</p>
      <ol ref={list} onKeyDown={moveFocus} className="flex flex-col font-medium text-2xl leading-snug">
        {lines.map(({ at, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a work stay as they are while it plays.
          <li key={index} data-line={index}>
            {text === '' ? (
              <span aria-hidden="true" className="block h-8" />
            ) : (
              <button
                type="button"
                aria-current={index === now ? 'true' : undefined}
                tabIndex={index === entrance(lines, now) ? 0 : -1}
                onClick={() => controls.seek(at)}
                className="min-h-11 w-full border-transparent border-l-4 py-2 pl-4 text-left text-muted transition-colors duration-250 hover:text-text aria-[current]:border-accent aria-[current]:text-text motion-reduce:transition-none"
              >
                {text}
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The line that the tab key reaches: the one being sung, or the next that has words. */
function entrance(lines: readonly TimedLine[], now: number): number {
  const start = Math.max(0, now)
  const next = lines.findIndex(({ text }, index) => index >= start && text !== '')
  return next >= 0 ? next : lines.findLastIndex(({ text }) => text !== '')
}

function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const all = [...event.currentTarget.querySelectorAll('button')]
  const next = all[all.indexOf(event.target as HTMLButtonElement) + step]
  if (!next) return
  // Otherwise the keys would change the volume, or scroll.
  event.preventDefault()
  next.focus()
}

/** Scrolls so that the line being sung stays in the middle, unless the reader has just gone elsewhere. */
function useFollowing(list: RefObject<HTMLOListElement | null>, now: number, isPlaying: boolean): void {
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const box = list.current?.closest('[data-scrolls]')
    const touch = () => {
      touchedAt.current = performance.now()
    }
    for (const by of HANDS) box?.addEventListener(by, touch, { passive: true })
    return () => {
      for (const by of HANDS) box?.removeEventListener(by, touch)
    }
  }, [list])

  useEffect(() => {
    const box = list.current?.closest('[data-scrolls]')
    const line = list.current?.querySelector(`[data-line="${now}"]`)
    if (!box || !line || !isPlaying) return
    if (performance.now() - touchedAt.current < HANDS_OFF_MS) return
    const [inside, around] = [line.getBoundingClientRect(), box.getBoundingClientRect()]
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    box.scrollBy({
      top: inside.top + inside.height / 2 - (around.top + around.height / 2),
      behavior: isCalm ? 'instant' : 'smooth',
    })
  }, [list, now, isPlaying])
}
