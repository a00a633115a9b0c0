import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AdminProjectPageWire } from '#server/product/projects/wire.ts'
import { AllOf } from '../../../back-office/all-of.tsx'
import { lastAddress } from '../../../back-office/last-address.ts'
import { May } from '../../../back-office/office.tsx'
import { lyricsText } from '../../../lib/lyrics-html.ts'
import { paths } from '../../../lib/paths.ts'
import { Cover } from '../../../ui/cover.tsx'
import { TabTitle } from '../../../ui/screen-title.tsx'
import { ProjectActions } from './project-actions.tsx'
import { ProjectFigures } from './project-figures.tsx'
import { ProjectGate } from './project-gate.tsx'
import { ProjectRows } from './project-rows.tsx'
import { stateOf } from './project-state.ts'
import { Split } from './split.tsx'

/** `/admin/projects/{uid}` — everything about one project, and what can be done with it. */
export function ProjectScreen() {
  const { t } = useTranslation('projects-back-office')
  return (
    <div className="max-w-6xl">
      <Link
        to={lastAddress(paths.adminProjects)}
        className="link mb-4 inline-flex min-h-11 items-center text-sm"
      >
        {t('back')}
      </Link>
      <ProjectGate>
        {(project) => (
          <>
            <TabTitle>{project.projectName}</TabTitle>
            <Head project={project} />
            <ProjectFigures project={project} />
            <Split uid={project.uid} />
            <AllOf kind="project" uid={project.uid} />
            <ProjectRows uid={project.uid} />
            <ProjectContent project={project} />
          </>
        )}
      </ProjectGate>
    </div>
  )
}

function Head({ project }: { project: AdminProjectPageWire }) {
  const { t } = useTranslation('projects-back-office')
  const { projectName, author, thumbnail } = project
  const state = stateOf(project)
  const isLive = state === 'first_lot' || state === 'auction'
  return (
    <header className="mb-8 flex flex-col gap-5 sm:flex-row sm:items-center sm:gap-8">
      <Cover
        src={thumbnail}
        author={author}
        projectName={projectName}
        decorative
        eager
        sizes="10rem"
        className="w-32 shrink-0 sm:w-40"
      />
      <div className="min-w-0">
        <p className={`font-medium text-sm ${isLive ? 'text-live' : 'text-muted'}`}>{t(`states.${state}`)}</p>
        <h1 className="name mt-1 break-words text-[clamp(1.75rem,1.4rem+1.6vw,2.75rem)]">{projectName}</h1>
        <p className="mt-1 text-muted">{author}</p>
        <May call="POST /admin/projects/{uid}/edit">
          <ProjectActions project={project} />
        </May>
      </div>
    </header>
  )
}

/** Description, lyrics and video. */
function ProjectContent({ project }: { project: AdminProjectPageWire }) {
  const { t } = useTranslation('projects-back-office')
  const { videoId, description, lyrics, timedLyrics } = project
  // Whoever typed them with their times only has them all the same.
  const words = lyricsText(lyrics) || timedLyrics.map(({ text }) => text).join('\n')
  return (
    <section
      aria-labelledby="content"
      className="mt-10 rounded-sheet border border-line bg-raised p-5 text-sm"
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
            {words || t('content.noLyrics')}
          </dd>
        </div>
      </dl>
    </section>
  )
}
