import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { config } from '../../../lib/config.ts'
import { useNextUnit } from '../../../lib/use-next-unit.ts'
import { useSession } from '../../../session/provider.tsx'
import { AuthorLink } from '../../../ui/author-link.tsx'
import { Cover } from '../../../ui/cover.tsx'
import { ShareProject } from '../../../ui/share-project.tsx'
import { tinted } from '../../../ui/tint.ts'
import { WorkClip } from '../../../ui/work-clip.tsx'
import { hasRoom, ProjectAction, type SaleIn, type WayToBuy } from './project-action.tsx'
import { AccessFacts, ProjectFacts } from './project-facts.tsx'
import { ProjectStory } from './project-story.tsx'

type ProjectRoomProps = {
  project: PublicProjectWire
  /** Shown in place of the call to action. */
  action?: ReactNode
  buy?: WayToBuy | undefined
  room?: SaleIn | undefined
  /** Below the action, and at the end. */
  beside?: ReactNode
  below?: ReactNode
}

/** The project's public page: cover, name, price and how to get access. */
export function ProjectRoom({ project, action, buy, room: saleRoom, beside, below }: ProjectRoomProps) {
  const { t } = useTranslation('projects')
  const next = useNextUnit(project)
  // Inside, what plays goes on playing.
  const isIn = useSession().state.phase === 'signed-in'
  const { projectName, author, thumbnail, description, phase, tint } = project
  const isClosed = phase === 'closed'
  const room = tinted(tint)
  const main = action ?? <ProjectAction project={project} buy={buy} room={saleRoom} />
  // The waiting room and one's turn come first: they are timed.
  const isTimed = saleRoom !== undefined && hasRoom(project)
  const tab = isClosed ? 'meta.closedTitle' : 'meta.title'
  return (
    <article aria-labelledby="project-name" style={room.style} className={`${room.className} flex-1`}>
      <title>{t(tab, { projectName, author, product: config().productName })}</title>
      <div className="mx-auto grid grid-cols-1 max-w-6xl items-start gap-5 px-4 py-4 sm:grid-cols-[15rem_minmax(0,1fr)] sm:gap-8 sm:px-8 sm:py-8 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] lg:gap-16 lg:py-16">
        <Cover
          src={thumbnail}
          author={author}
          projectName={projectName}
          dark={isClosed}
          ring={phase === 'auction' ? { share: next?.share ?? 0, tone: 'accent' } : null}
          eager
          // On a phone the one action is in sight without scrolling, also above a running hour's strip.
          className={`mx-auto w-full ${isTimed ? 'max-w-[16svh]' : 'max-w-[min(24rem,calc(28svh-var(--strip,0px)))]'} sm:max-w-none`}
        />
        <div className="flex min-w-0 flex-col">
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <p className="figures text-muted text-sm">
                {t(project.isPaused && !isClosed ? 'phase.paused' : `phase.${phase}`)}
              </p>
              <h1
                id="project-name"
                className="name mt-2 break-words text-[clamp(2.5rem,1.75rem+3.4vw,4.5rem)]"
              >
                {projectName}
              </h1>
              <p className="mt-2 text-lg text-muted">
                <AuthorLink work={project} outside={!isIn} />
              </p>
            </div>
            {action === undefined && <ShareProject project={project} />}
          </div>
          {isTimed && main}
          <WorkClip work={project} className="mt-4" />
          <ProjectFacts project={project} />
          {!isTimed && main}
          <AccessFacts project={project} />
          {beside}
          <p className="mt-8 max-w-[60ch] whitespace-pre-line">{description}</p>
          <ProjectStory project={project} />
          {below}
        </div>
      </div>
    </article>
  )
}
