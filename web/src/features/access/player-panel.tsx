import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatClock, secondsLeft, shareLeft } from '#domain/countdown.ts'
import type { TokenWire } from '#server/product/access/contract.ts'
import { tokensQuery } from '../../lib/tokens.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Button } from '../../ui/button.tsx'
import { Player } from '../../ui/player.tsx'
import { Ring } from '../../ui/ring.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { useLease } from './use-lease.ts'
import { useEndWarning, useIsOver } from './use-window-end.ts'

/** A playing token keeps the URL it started with; `willExpireAt` is the end of its window. */
export type Playing = { token: TokenWire; videoUrl: string; willExpireAt: string }

type PlayerPanelProps = {
  playing: Playing | null
  /** Takes the token back from another device. */
  onTakeBack(token: TokenWire): void
  onClose(): void
}

export function PlayerPanel({ playing, onTakeBack, onClose }: PlayerPanelProps) {
  return (
    <SidePanel
      open={playing !== null}
      onClose={onClose}
      title={playing?.token.project.author ?? ''}
      tint={playing?.token.project.tint ?? null}
    >
      {playing && <PlayingToken {...playing} onTakeBack={onTakeBack} onClose={onClose} />}
    </SidePanel>
  )
}

type PlayingTokenProps = Playing & Omit<PlayerPanelProps, 'playing'>

/** Closes by itself when the window ends, or as soon as the list no longer shows the token as the fan's. */
function PlayingToken({ token, videoUrl, willExpireAt, onTakeBack, onClose }: PlayingTokenProps) {
  const { t } = useTranslation('access')
  const tokens = useInfiniteQuery(tokensQuery)
  const [warning, setWarning] = useState('')
  const { projectName, author, lyrics, validPeriod } = token.project
  const end = Date.parse(willExpireAt)
  const status = tokens.data?.pages.flatMap((page) => page.data).find(({ uid }) => uid === token.uid)?.status
  const isOver = useIsOver(end)
  const over = isOver || (status !== undefined && status !== 'minted')
  const taken = useLease(token.uid)

  useEffect(() => {
    if (!over) return
    toast(t('play.ended', { projectName }))
    onClose()
  }, [over, onClose, projectName, t])

  const warn = useCallback(
    (count: number) => {
      const text = t('play.endingSoon', { count, projectName })
      setWarning(text)
      toast(text, { id: `ending-${token.uid}`, duration: 8000 })
    },
    [t, projectName, token.uid],
  )
  useEndWarning(token.uid, end, validPeriod, warn)

  return (
    <>
      {/* Toasts are outside the panel, where screen readers do not look while it is open. */}
      <p role="status" className="sr-only">
        {warning}
      </p>
      {taken ? (
        <div role="alert" className="flex flex-col items-start gap-4 py-8">
          <Ring share={0} stroke={4} className="size-20 text-muted" />
          <p className="name text-3xl">{t('play.taken.title')}</p>
          <p className="text-muted">{t('play.taken.text', { projectName })}</p>
          <Button onClick={() => onTakeBack(token)}>{t('play.elsewhere.confirm')}</Button>
        </div>
      ) : (
        <Player
          videoUrl={videoUrl}
          projectName={projectName}
          author={author}
          lyrics={lyrics}
          work={token.uid}
        >
          <TimeLeft end={end} validPeriod={validPeriod} />
        </Player>
      )}
    </>
  )
}

function TimeLeft({ end, validPeriod }: { end: number; validPeriod: number }) {
  const now = useServerNow()
  return (
    <div className="relative grid size-28 shrink-0 place-items-center">
      <Ring
        share={shareLeft(end - validPeriod * 1000, end, now)}
        tone="live"
        stroke={5}
        className="absolute inset-0"
      />
      <span role="timer" aria-live="off" className="figures">
        {formatClock(secondsLeft(end, now))}
      </span>
    </div>
  )
}
