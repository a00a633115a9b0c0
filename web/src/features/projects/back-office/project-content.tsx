import { useTranslation } from 'react-i18next'
import type { AdminProjectPageWire } from '#server/product/projects/wire.ts'
import { lyricsText } from '../../../lib/lyrics-html.ts'

/** Description, lyrics and video. */
export function ProjectContent({ project }: { project: AdminProjectPageWire }) {
  const { t } = useTranslation('projects-back-office')
  const { videoId, description, lyrics } = project
  return (
    <section
      aria-labelledby="content"
      className="mt-4 rounded-sheet border border-line bg-raised p-5 text-sm"
    >
      <h2 id="content" className="section-title mb-4">
        {t('content.title')}
      </h2>
      <dl className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <div>
          <dt className="text-muted">{t('content.description')}</dt>
          <dd className="mt-1 max-w-[60ch] whitespace-pre-line [overflow-wrap:anywhere]">{description}</dd>
          <dt className="mt-6 text-muted">{t('content.video')}</dt>
          <dd className="figures mt-1 break-all">{videoId}</dd>
        </div>
        <div>
          <dt className="text-muted">{t('content.lyrics')}</dt>
          <dd className="mt-1 max-w-[60ch] whitespace-pre-line [overflow-wrap:anywhere]">
            {lyricsText(lyrics) || t('content.noLyrics')}
          </dd>
        </div>
      </dl>
    </section>
  )
}
