import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PROJECT_SORTS } from '#domain/search.ts'
import { useAddressChoice, useAddressSearch } from '../../../lib/address.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type ProjectFilter, projectsQuery } from './api.ts'
import { ProjectCard } from './project-card.tsx'

/** Covers that are in sight at once, on a phone. */
const FIRST_ROW = 2

const PLACEHOLDERS = ['a', 'b', 'c', 'd']

/**
 * Every project that can be bought or bid for, with search and order. What follows it, `children`, waits for the
 * list, which would push it down.
 */
export function ProjectGrid({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('projects-dashboard')
  const { typed, search, type } = useAddressSearch()
  const [sort, sortBy] = useAddressChoice('sort', PROJECT_SORTS)
  return (
    <section aria-labelledby="projects-title" className="mt-4">
      <h2 id="projects-title" className="section-title mb-6">
        {t('projects.title')}
      </h2>
      <div
        data-tour="projects"
        className="mb-8 flex flex-col gap-4 md:flex-row md:items-end md:justify-between"
      >
        <SearchField label={t('projects.search')} value={typed} onChange={type} />
        <Choice
          label={t('projects.sort.label')}
          options={PROJECT_SORTS.map((value) => ({ value, label: t(`projects.sort.${value}`) }))}
          value={sort}
          onChange={sortBy}
        />
      </div>
      <Projects filter={{ search, sort }} after={children} />
    </section>
  )
}

function Projects({ filter, after }: { filter: ProjectFilter; after: ReactNode }) {
  const { t } = useTranslation('projects-dashboard')
  const projects = useInfiniteQuery(projectsQuery(filter))

  if (projects.isPending) {
    return (
      <Grid>
        {PLACEHOLDERS.map((key) => (
          <Skeleton key={key} className="aspect-[3/4]" />
        ))}
      </Grid>
    )
  }
  if (projects.isError) {
    return (
      <>
        <Failure
          message={t('projects.failed')}
          onRetry={() => void projects.refetch()}
          retrying={projects.isFetching}
        />
        {after}
      </>
    )
  }
  const all = projects.data.pages.flatMap((page) => page.data)
  if (all.length === 0) {
    const { search } = filter
    return (
      <>
        <p className="text-muted">{search ? t('projects.noMatch', { search }) : t('projects.empty')}</p>
        {after}
      </>
    )
  }
  return (
    <>
      <Grid>
        {all.map((project, index) => (
          <li key={project.uid}>
            <ProjectCard project={project} eager={index < FIRST_ROW} />
          </li>
        ))}
      </Grid>
      {projects.hasNextPage && (
        <div className="mt-10 flex justify-center">
          <Button
            look="secondary"
            busy={projects.isFetchingNextPage}
            onClick={() => void projects.fetchNextPage()}
          >
            {t('projects.more')}
          </Button>
        </div>
      )}
      {after}
    </>
  )
}

function Grid({ children }: { children: ReactNode }) {
  return <ul className="grid grid-cols-2 gap-x-6 gap-y-10 md:grid-cols-3 xl:grid-cols-4">{children}</ul>
}
