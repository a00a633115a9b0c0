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

const PLACEHOLDERS = ['a', 'b', 'c', 'd']

/** Every project that can be bought or bid for, with search and order. */
export function ProjectGrid() {
  const { t } = useTranslation('projects-dashboard')
  const { typed, search, type } = useAddressSearch()
  const [sort, sortBy] = useAddressChoice('sort', PROJECT_SORTS)
  return (
    <section aria-labelledby="projects-title" className="mt-14">
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
      <Projects filter={{ search, sort }} />
    </section>
  )
}

function Projects({ filter }: { filter: ProjectFilter }) {
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
      <Failure
        message={t('projects.failed')}
        onRetry={() => void projects.refetch()}
        retrying={projects.isFetching}
      />
    )
  }
  const all = projects.data.pages.flatMap((page) => page.data)
  if (all.length === 0) {
    const { search } = filter
    return <p className="text-muted">{search ? t('projects.noMatch', { search }) : t('projects.empty')}</p>
  }
  return (
    <>
      <Grid>
        {all.map((project) => (
          <li key={project.uid}>
            <ProjectCard project={project} />
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
    </>
  )
}

function Grid({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 md:grid-cols-3 xl:grid-cols-4">{children}</ul>
  )
}
