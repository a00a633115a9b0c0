import { useTranslation } from 'react-i18next'
import { Icon } from './icon.tsx'
import { KeyList } from './player-keys.tsx'
import { ReloadHint } from './player-trouble.tsx'
import type { VideoPlayer } from './use-player.ts'

/** The keys, and the way out for a video that does not play: there for whoever looks for them. */
export function PlayerHelp({ player, className = '' }: { player: VideoPlayer; className?: string }) {
  const { t } = useTranslation()
  return (
    <details className={`group ${className}`}>
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 text-muted text-sm hover:text-text [&::-webkit-details-marker]:hidden">
        {t('player.help')}
        <Icon name="chevron" className="size-4 transition duration-150 group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-2 pt-1">
        <KeyList />
        <ReloadHint player={player} />
      </div>
    </details>
  )
}
