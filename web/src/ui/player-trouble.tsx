import { useTranslation } from 'react-i18next'
import type { VideoPlayer } from './use-player.ts'

/** The way out for a video that has not begun; nothing while everything is well. */
export function PlayerTrouble({ player, className = '' }: { player: VideoPlayer; className?: string }) {
  return player.isInTrouble ? <ReloadHint player={player} className={className} /> : null
}

/** "Recarregar", with the question before it unless the video has begun. */
export function ReloadHint({ player, className = '' }: { player: VideoPlayer; className?: string }) {
  const { t } = useTranslation()
  return (
    <p className={`text-muted text-sm ${className}`}>
      {(player.progress === 'waiting' || player.progress === 'failed') && <>{t('player.reloadHint')} </>}
      <button type="button" className="link min-h-11 px-1" onClick={player.reload}>
        {t('player.reload')}
      </button>
    </p>
  )
}
