import { useTranslation } from 'react-i18next'
import type { TokenWire } from '#server/product/access/contract.ts'
import { wasPlayed } from '../../lib/token-state.ts'
import { BackCloses } from '../../ui/back-closes.ts'
import { IconButton } from '../../ui/button.tsx'
import { CloseRequest } from '../../ui/close-request.ts'
import { Icon } from '../../ui/icon.tsx'
import { PlayerHelp } from '../../ui/player-help.tsx'
import { PlayerKeys, SKIP_SECONDS, toggleFullscreen } from '../../ui/player-keys.tsx'
import { PlayerTrouble } from '../../ui/player-trouble.tsx'
import { SungWords } from '../../ui/sung-words.tsx'
import { TimedWords } from '../../ui/timed-words.tsx'
import type { VideoPlayer } from '../../ui/use-player.ts'
import { HourFace } from './hour-face.tsx'

type LargePlayerProps = {
  token: TokenWire
  /** Milliseconds since 1970. */
  end: number
  player: VideoPlayer
  onShrink(): void
  onStop(): void
  /** The history entry of the large player has been left. */
  onLeft(): void
}

/** Around the video when the hour fills the screen: the names and the clock, the lyrics, the controls. */
export function LargePlayer({ token, end, player, onShrink, onStop, onLeft }: LargePlayerProps) {
  const { t } = useTranslation(['access', 'common'])
  const { lyrics, timedLyrics } = token.project
  return (
    <>
      <BackCloses onClose={onLeft} />
      <CloseRequest onClose={onShrink} />
      <PlayerKeys controls={player.controls} stage={player.box} />
      <div className="hour-top flex items-center justify-between px-2 pt-[env(safe-area-inset-top)]">
        <IconButton label={t('hour.shrink')} onClick={onShrink}>
          <Icon name="chevron" />
        </IconButton>
        <IconButton label={t('hour.stop')} onClick={onStop}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div className="hour-row px-4 py-3 lg:px-0">
        <HourFace token={token} end={end} large />
        <PlayerTrouble player={player} className="mt-2" />
      </div>
      <div
        data-scrolls
        className="hour-words overflow-y-auto overscroll-contain px-5 pt-4 pb-8 lg:px-10 lg:py-16"
      >
        {timedLyrics.length > 0 ? (
          <TimedWords lines={timedLyrics} player={player} />
        ) : (
          // Until the list has been read again after the first play, nobody knows whether there are any.
          (lyrics !== '' || wasPlayed(token)) && <SungWords lyrics={lyrics} />
        )}
        <PlayerHelp player={player} className="mt-8" />
      </div>
      <Controls player={player} />
    </>
  )
}

function Controls({ player }: { player: VideoPlayer }) {
  const { t } = useTranslation('access')
  const { controls, isPlaying, box } = player
  const seconds = { count: SKIP_SECONDS }
  return (
    <div className="hour-keys flex items-center justify-center gap-6">
      <span className="size-11 [@media(max-height:30rem)]:hidden" aria-hidden="true" />
      <IconButton label={t('hour.back', seconds)} onClick={() => controls.skip(-SKIP_SECONDS)}>
        <Icon name="back" className="size-6" />
      </IconButton>
      <button
        type="button"
        aria-label={t(isPlaying ? 'hour.pause' : 'hour.play')}
        onClick={controls.toggle}
        className="grid size-16 [@media(max-height:30rem)]:size-11 shrink-0 place-items-center rounded-full bg-text text-ink transition duration-150 hover:brightness-95"
      >
        <Icon name={isPlaying ? 'pause' : 'play'} className="size-6" />
      </button>
      <IconButton label={t('hour.forward', seconds)} onClick={() => controls.skip(SKIP_SECONDS)}>
        <Icon name="forward" className="size-6" />
      </IconButton>
      <IconButton label={t('hour.full')} onClick={() => void toggleFullscreen(box.current)}>
        <Icon name="full" className="size-6" />
      </IconButton>
    </div>
  )
}
