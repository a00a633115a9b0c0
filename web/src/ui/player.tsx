import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { embedUrl } from './embed.ts'
import { Lyrics } from './lyrics.tsx'
import { PlayerKeys } from './player-keys.tsx'
import { Ring } from './ring.tsx'
import { useEmbed } from './use-embed.ts'
import { useKeysBack } from './use-keys-back.ts'

/** The player shows the ring for this long while the host's page starts (specification, section 9). */
const SPINNER_MS = 1000
/** A reload removes the page and restores it after this pause (specification, section 9). */
const RELOAD_MS = 100

type PlayerProps = {
  videoUrl: string
  projectName: string
  author: string
  /** HTML. */
  lyrics: string
  /** The key under which this browser remembers the position; without one it always starts at the beginning. */
  work?: string
  /** The ring and the time left, where there is an end. */
  children?: ReactNode
}

/**
 * The video host's page in a frame, and the lyrics to sing along. The media itself never passes through our
 * servers.
 */
export function Player({ videoUrl, projectName, author, lyrics, work, children }: PlayerProps) {
  const { t } = useTranslation()
  const [attempt, setAttempt] = useState(0)
  const [stage, setStage] = useState<'away' | 'starting' | 'shown'>('starting')
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const controls = useEmbed(frame, videoUrl, work ?? null, stage === 'away' ? null : attempt)

  useKeysBack(frame, box)

  useEffect(() => {
    if (stage === 'shown') return
    const next = stage === 'away' ? 'starting' : 'shown'
    const timer = setTimeout(() => setStage(next), stage === 'away' ? RELOAD_MS : SPINNER_MS)
    return () => clearTimeout(timer)
  }, [stage])

  return (
    <div className="flex flex-col gap-6">
      <div
        ref={box}
        tabIndex={-1}
        className="relative aspect-video overflow-hidden rounded-cover bg-black text-white focus:outline-none"
      >
        {stage !== 'away' && (
          <iframe
            key={attempt}
            ref={frame}
            src={embedUrl(videoUrl)}
            title={`${projectName} · ${author}`}
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
      <div className="flex flex-col gap-1">
        <PlayerKeys controls={controls} stage={box} />
        <p className="text-muted text-sm">
          {t('player.reloadHint')}{' '}
          <button
            type="button"
            className="link min-h-11 px-1"
            onClick={() => {
              setAttempt(attempt + 1)
              setStage('away')
            }}
          >
            {t('player.reload')}
          </button>
        </p>
      </div>
      <div className="flex items-end justify-between gap-4">
        <div className="min-w-0">
          <h3 className="name text-3xl">{projectName}</h3>
          <p className="mt-1 text-muted">{author}</p>
        </div>
        {children}
      </div>
      <SungWords lyrics={lyrics} />
    </div>
  )
}

function SungWords({ lyrics }: { lyrics: string }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('player.lyrics').slice(1)} data-lyrics>
      <h4 className="section-title mb-4 text-muted">{t('player.lyrics')}</h4>
      {lyrics ? <Lyrics html={lyrics} /> : <p className="text-muted">{t('player.noLyrics')}</p>}
    </section>
  )
}
