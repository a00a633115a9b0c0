import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { playClip, stopClip, useClip } from '../lib/clip-player.ts'
import { Ring } from './ring.tsx'

type ClipButtonProps = {
  clip: { url: string; seconds: number }
  projectName: string
  className?: string
}

/** Plays a work's public clip and stops it; the ring around the sign empties as it plays. */
export function ClipButton({ clip: { url, seconds }, projectName, className = '' }: ClipButtonProps) {
  const { t } = useTranslation()
  const now = useClip(url)
  const sounds = now !== null && now.status !== 'failed'
  // A clip belongs to the screen on which it was started.
  useEffect(() => () => stopClip(url), [url])
  const label = t(now?.status === 'failed' ? 'clip.failed' : sounds ? 'clip.stop' : 'clip.play', {
    projectName,
    seconds,
  })
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => (sounds ? stopClip(url) : playClip(url))}
      className={`inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border border-edge py-1 pr-3.5 pl-1.5 text-text transition duration-150 hover:bg-line/50 ${className}`}
    >
      <span className="relative grid size-8 place-items-center">
        <Ring share={sounds ? 1 - now.progress : 1} stroke={7} className="absolute inset-0" />
        <svg viewBox="0 0 24 24" className="size-4 fill-current" aria-hidden="true">
          <path d={sounds ? 'M7 7h10v10H7Z' : 'M8 5.5v13l10.5-6.5Z'} />
        </svg>
      </span>
      <span className={`figures text-sm ${now?.status === 'failed' ? 'text-loss' : ''}`}>
        {now?.status === 'failed' ? t('clip.again') : clock(sounds ? seconds * (1 - now.progress) : seconds)}
      </span>
    </button>
  )
}

/** `30` → `0:30`. */
function clock(seconds: number): string {
  const whole = Math.ceil(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
