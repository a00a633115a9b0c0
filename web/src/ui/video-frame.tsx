import { useTranslation } from 'react-i18next'
import { embedUrl } from './embed.ts'
import { Ring } from './ring.tsx'
import type { VideoPlayer } from './use-player.ts'

type VideoFrameProps = {
  player: VideoPlayer
  videoUrl: string
  title: string
  /** It ends with the song, rather than beginning again. */
  once?: boolean
  className?: string
}

/** The page that plays: our own, or the video host's. */
export function VideoFrame({ player, videoUrl, title, once = false, className = '' }: VideoFrameProps) {
  const { t } = useTranslation()
  const { box, frame, stage, attempt } = player
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={`relative overflow-hidden bg-black text-white focus:outline-none ${className}`}
    >
      {stage !== 'away' && (
        <iframe
          key={attempt}
          ref={frame}
          src={embedUrl(videoUrl, once)}
          title={title}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          className="absolute inset-0 size-full"
        />
      )}
      {stage !== 'shown' && (
        <div role="status" className="absolute inset-0 grid place-items-center bg-black">
          <Ring share={0.25} stroke={6} className="size-12" />
          <span className="sr-only">{t('loading')}</span>
        </div>
      )}
    </div>
  )
}
