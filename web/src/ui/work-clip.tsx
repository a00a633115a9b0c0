import { useTranslation } from 'react-i18next'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { useClip } from '../lib/clip-player.ts'
import { periodInWords } from '../lib/period.ts'
import { ClipButton } from './clip-button.tsx'

type WorkClipProps = {
  work: Pick<PublicProjectWire, 'clip' | 'projectName' | 'validPeriod' | 'phase'>
  /** On a card, which says what the paid hour adds only while the clip sounds. */
  brief?: boolean
  /** The same on phones, where what follows is to be in the first screen. */
  briefOnPhones?: boolean
  className?: string
}

/** A work's public clip, if it has one, and what the paid hour adds to it. */
export function WorkClip({ work, brief = false, briefOnPhones = false, className = '' }: WorkClipProps) {
  const { t } = useTranslation()
  const { clip, projectName, validPeriod, phase } = work
  const sounds = useClip(clip?.url)?.status === 'playing'
  if (!clip) return null
  return (
    <div className={`flex flex-col items-start gap-2 ${className}`}>
      <ClipButton clip={clip} projectName={projectName} className={brief ? 'relative z-10' : ''} />
      {phase !== 'closed' && (sounds || !brief) && (
        <p
          className={`max-w-[60ch] text-muted ${brief ? 'text-xs' : 'text-sm'} ${briefOnPhones && !sounds ? 'max-sm:hidden' : ''}`}
        >
          {t('clip.adds', { period: periodInWords(validPeriod) })}
        </p>
      )}
    </div>
  )
}
