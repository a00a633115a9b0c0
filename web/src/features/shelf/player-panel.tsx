import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatClock, secondsLeft, shareLeft } from '#domain/countdown.ts'
import type { TokenWire } from '#domain/wire/api.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Player } from '../../ui/player.tsx'
import { Ring } from '../../ui/ring.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { tokensQuery } from './api.ts'

/** What plays keeps the address that it began with; `willExpireAt` is the end of its window. */
export type Playing = { token: TokenWire; videoUrl: string; willExpireAt: string }

export function PlayerPanel({ playing, onClose }: { playing: Playing | null; onClose(): void }) {
  return (
    <SidePanel open={playing !== null} onClose={onClose} title={playing?.token.project.author ?? ''}>
      {playing && <PlayingToken {...playing} onClose={onClose} />}
    </SidePanel>
  )
}

/** Closes by itself when the window ends, or as soon as the list says that the token is no longer the fan's. */
function PlayingToken({ token, videoUrl, willExpireAt, onClose }: Playing & { onClose(): void }) {
  const { t } = useTranslation('shelf')
  const now = useServerNow()
  const tokens = useInfiniteQuery(tokensQuery)
  const { projectName, author, lyrics, validPeriod } = token.project
  const end = Date.parse(willExpireAt)
  const status = tokens.data?.pages.flatMap((page) => page.data).find(({ uid }) => uid === token.uid)?.status
  const over = now >= end || (status !== undefined && status !== 'minted')

  useEffect(() => {
    if (!over) return
    toast(t('play.ended', { projectName }))
    onClose()
  }, [over, onClose, projectName, t])

  return (
    <Player videoUrl={videoUrl} projectName={projectName} author={author} lyrics={lyrics}>
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
    </Player>
  )
}
