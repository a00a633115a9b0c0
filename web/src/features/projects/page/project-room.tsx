import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { config } from '../../../lib/config.ts'
import { useNextUnit } from '../../../lib/use-next-unit.ts'
import { Cover } from '../../../ui/cover.tsx'
import { ShareButton } from '../../../ui/share-button.tsx'
import { tinted } from '../../../ui/tint.ts'
import { ProjectAction } from './project-action.tsx'
import { ProjectFacts } from './project-facts.tsx'

type ProjectRoomProps = {
  project: PublicProjectWire
  /** Shown in place of the call to action. */
  action?: ReactNode
}

/** The project's public page: cover, name, price and how to get access. */
export function ProjectRoom({ project, action }: ProjectRoomProps) {
  const { t } = useTranslation('projects')
  const next = useNextUnit(project)
  const { projectName, author, thumbnail, description, phase, tint } = project
  const isClosed = phase === 'closed'
  const room = tinted(tint)
  const tab = isClosed ? 'meta.closedTitle' : 'meta.title'
  return (
    <article aria-labelledby="project-name" style={room.style} className={`${room.className} flex-1`}>
      <title>{t(tab, { projectName, author, product: config().productName })}</title>
      <div className="mx-auto grid grid-cols-1 max-w-6xl items-start gap-8 px-4 py-8 sm:px-8 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] lg:gap-16 lg:py-16">
        <Cover
          src={thumbnail}
          author={author}
          projectName={projectName}
          dark={isClosed}
          ring={isClosed ? null : { share: phase === 'auction' ? (next?.share ?? 0) : 1, tone: 'accent' }}
          eager
          className="mx-auto w-full max-w-sm lg:max-w-none"
        />
        <div className="flex min-w-0 flex-col">
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <p className="figures text-muted text-sm">{t(`phase.${phase}`)}</p>
              <h1
                id="project-name"
                className="name mt-2 break-words text-[clamp(2.5rem,1.75rem+3.4vw,4.5rem)]"
              >
                {projectName}
              </h1>
              <p className="mt-2 text-lg text-muted">{author}</p>
            </div>
            {action === undefined && <ShareButton project={project} />}
          </div>
          <ProjectFacts project={project} />
          {action ?? <ProjectAction project={project} />}
          <p className="mt-8 max-w-[60ch] whitespace-pre-line">{description}</p>
        </div>
      </div>
    </article>
  )
}
