import { useTranslation } from 'react-i18next'
import type { TokenWire } from '#server/product/access/contract.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { VideoPlayer } from '../../ui/use-player.ts'
import { HourFace } from './hour-face.tsx'

type SmallPlayerProps = {
  token: TokenWire
  /** Milliseconds since 1970. */
  end: number
  player: VideoPlayer
  onEnlarge(): void
  onStop(): void
}

/** The hour made small: one line that opens it again, and the two buttons that are needed on other screens. */
export function SmallPlayer({ token, end, player, onEnlarge, onStop }: SmallPlayerProps) {
  const { t } = useTranslation('access')
  const { controls, isPlaying } = player
  return (
    <div className="flex items-center gap-0.5 pr-1">
      <button
        type="button"
        onClick={onEnlarge}
        className="min-w-0 flex-1 py-2.5 thin:py-1 pr-2 pl-2.5 text-left"
      >
        <HourFace token={token} end={end} />
        <span className="sr-only">{t('hour.enlarge')}</span>
      </button>
      <IconButton label={t(isPlaying ? 'hour.pause' : 'hour.play')} onClick={controls.toggle}>
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </IconButton>
      <IconButton label={t('hour.stop')} onClick={onStop}>
        <Icon name="close" />
      </IconButton>
    </div>
  )
}
