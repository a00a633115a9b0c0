import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimedLine } from '#domain/timed-lyrics.ts'
import { Button } from '../../../ui/button.tsx'
import { PlayerTrouble } from '../../../ui/player-trouble.tsx'
import { usePlayer } from '../../../ui/use-player.ts'
import { VideoFrame } from '../../../ui/video-frame.tsx'

type TapAlongProps = {
  videoUrl: string
  title: string
  /** The lines to be timed, in the order in which they are sung. */
  words: readonly string[]
  /** All lines that have been marked so far. */
  onLines(lines: TimedLine[]): void
}

/** The song, and a button that is pressed whenever the next line begins; there is nothing to press before it sounds, and after its end. */
export function TapAlong({ videoUrl, title, words, onLines }: TapAlongProps) {
  const { t } = useTranslation('studio')
  const player = usePlayer(videoUrl, null)
  const [marked, mark] = useState<TimedLine[]>([])
  const next = words[marked.length]
  const isMarkable = player.progress === 'played'
  function change(lines: TimedLine[]) {
    mark(lines)
    onLines(lines)
  }
  function markNext() {
    if (next === undefined) return
    // Whoever has gone back in the song still marks one line after another.
    const at = Math.max(Math.round(player.clock.exactSeconds() * 1000) / 1000, marked.at(-1)?.at ?? 0)
    change([...marked, { at, text: next }])
  }
  return (
    <section
      aria-label={t('work.tap.title')}
      className="flex flex-col gap-4 rounded-sheet border border-line p-4"
    >
      <p className="text-muted text-sm">{t('work.tap.text')}</p>
      <VideoFrame
        once
        player={player}
        videoUrl={videoUrl}
        title={title}
        className="aspect-video rounded-cover"
      />
      <PlayerTrouble player={player} />
      {words.length === 0 ? (
        <p className="text-muted">{t('work.tap.noLines')}</p>
      ) : (
        <>
          {next === undefined ? (
            <p ref={takeFocus} tabIndex={-1} className="py-4 font-medium text-live text-lg">
              {t('work.tap.done')}
            </p>
          ) : (
            <Button disabled={!isMarkable} onClick={markNext} className="min-h-16 break-words text-lg">
              {player.progress === 'ended' ? t('work.tap.ended') : t('work.tap.next', { line: next })}
            </Button>
          )}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span role="status" className="figures text-muted text-sm">
              {t('work.tap.progress', { count: marked.length, total: words.length })}
            </span>
            <span className="flex flex-wrap gap-2">
              <Button look="quiet" disabled={marked.length === 0} onClick={() => change(marked.slice(0, -1))}>
                {t('work.tap.undo')}
              </Button>
              <Button look="quiet" disabled={marked.length === 0} onClick={() => change([])}>
                {t('work.tap.restart')}
              </Button>
            </span>
          </div>
        </>
      )}
    </section>
  )
}

/** The button that had the focus is gone. */
function takeFocus(text: HTMLParagraphElement | null): void {
  text?.focus()
}
