import { useTranslation } from 'react-i18next'
import { Lyrics } from './lyrics.tsx'

/** The lyrics, in type that can be read while singing. `lyrics`: HTML. */
export function SungWords({ lyrics, className = '' }: { lyrics: string; className?: string }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('player.lyrics').slice(1)} data-lyrics className={className}>
      <h4 className="section-title mb-4 text-muted">{t('player.lyrics')}</h4>
      {lyrics ? <Lyrics html={lyrics} /> : <p className="text-muted">{t('player.noLyrics')}</p>}
    </section>
  )
}
