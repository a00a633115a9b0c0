import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { PROJECT_STATES } from '#domain/project.ts'
import type { AdminProjectWire } from '#server/product/projects/wire.ts'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import { ExplorerLink } from '../../../back-office/explorer-link.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { May } from '../../../back-office/office.tsx'
import { Pill } from '../../../back-office/pill.tsx'
import { toRows } from '../../../back-office/to-rows.ts'
import { useList } from '../../../back-office/use-list.ts'
import { Work } from '../../../back-office/work.tsx'
import { addressPage } from '../../../lib/explorer.ts'
import { unbroken } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { PublishModal } from './publish-modal.tsx'

/** `/admin/projects` — every project, including drafts; contracts being deployed appear by themselves. */
export function ProjectsScreen() {
  const { t } = useTranslation(['projects-back-office', 'back-office'])
  const list = useList('GET /admin/projects', {
    underWay: (rows) => rows.some(({ contractAddress }) => contractAddress === null),
    offered: {
      choices: [
        {
          name: 'status',
          label: t('projects.state'),
          options: PROJECT_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
        },
      ],
      days: true,
    },
  })
  const [chosen, choose] = useState<AdminProjectWire | null>(null)
  const columns = useColumns(choose)
  return (
    <>
      <ScreenTitle>{t('projects.title')}</ScreenTitle>
      <DataList
        list={list}
        searchLabel={t('projects.search')}
        file={t('projects.file')}
        columns={columns}
        empty={t('projects.empty')}
      >
        <May call="POST /create-project">
          <ButtonLink to={paths.adminCreateProject}>{t('projects.new')}</ButtonLink>
        </May>
      </DataList>
      {chosen && <PublishModal project={chosen} onClose={() => choose(null)} />}
    </>
  )
}

function useColumns(onPublish: (project: AdminProjectWire) => void): Column<AdminProjectWire>[] {
  const { t } = useTranslation(['projects-back-office', 'back-office'])
  return [
    {
      title: t('projects.token'),
      cell: (project) => (
        <Link
          to={paths.adminProject(project.uid)}
          aria-label={t('projects.open', project)}
          className="inline-flex min-h-11 min-w-0 items-center hover:text-accent-text"
        >
          <Work {...project} />
        </Link>
      ),
    },
    {
      title: t('projects.blockchain'),
      cell: ({ contractAddress, projectName }) =>
        contractAddress === null ? (
          <span className="text-muted">{t('projects.deploying')}</span>
        ) : (
          <ExplorerLink
            hash={contractAddress}
            href={addressPage(contractAddress)}
            label={t('projects.contractOf', { projectName })}
          />
        ),
    },
    { title: t('projects.price'), cell: ({ fiatPrice }) => unbroken(formatBRL(fiatPrice)), figures: true },
    { title: t('projects.supply'), cell: ({ totalSupply }) => totalSupply, figures: true },
    {
      title: t('projects.sales'),
      cell: ({ sales, projectName }) => (
        <Link
          to={toRows(paths.adminActivity, projectName)}
          aria-label={`${sales}. ${t('projects.salesOf', { projectName })}`}
          className="link inline-flex min-h-11 min-w-11 items-center justify-end"
        >
          {sales}
        </Link>
      ),
      figures: true,
    },
    {
      title: t('projects.auction'),
      cell: ({ phase }) => t(phase === 'auction' ? 'back-office:yes' : 'back-office:no'),
    },
    { title: t('projects.createdAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      title: t('projects.state'),
      cell: (project) => <Publication project={project} onPublish={() => onPublish(project)} />,
    },
  ]
}

/** Whether a project is on sale; if its contract is ready and it is not, the button that publishes it. */
function Publication({ project, onPublish }: { project: AdminProjectWire; onPublish(): void }) {
  const { t } = useTranslation('projects-back-office')
  const { projectName, isActive, isPaused, phase, contractAddress } = project
  if (phase === 'closed') return <Pill>{t('projects.closed')}</Pill>
  if (isPaused) return <Pill tone="wait">{t('projects.paused')}</Pill>
  if (isActive) return <Pill tone="live">{t('projects.published')}</Pill>
  if (contractAddress === null) return <Pill tone="wait">{t('projects.waiting')}</Pill>
  return (
    <May call="POST /projects/{uid}/publish">
      <Button
        look="secondary"
        aria-label={t('projects.publishOf', { projectName })}
        className="min-h-11 py-1.5"
        onClick={onPublish}
      >
        {t('projects.publish')}
      </Button>
    </May>
  )
}
