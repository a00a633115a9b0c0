import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { AdminProjectPageWire } from '#server/product/projects/wire.ts'
import { ExplorerLink } from '../../../back-office/explorer-link.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { toRows } from '../../../back-office/to-rows.ts'
import { addressPage } from '../../../lib/explorer.ts'
import { formatInSaoPaulo, unbroken } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { periodInWords } from '../../../lib/period.ts'
import { useServerNow } from '../../../lib/use-server-now.ts'

/** Money, units and bids, beside the chain's figures. */
export function ProjectFigures({ project }: { project: AdminProjectPageWire }) {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      <Sales project={project} />
      <Market project={project} />
      <Chain project={project} />
    </div>
  )
}

function Sales({ project }: { project: AdminProjectPageWire }) {
  const { t } = useTranslation('projects-back-office')
  const {
    projectName,
    fiatPrice,
    volume,
    fees,
    sales,
    undone,
    refunded,
    validPeriod,
    phase,
    opensAt,
    expiredAt,
    createdAt,
  } = project
  const now = useServerNow()
  return (
    <Card title={t('sales.title')}>
      <Fact label={t('sales.price')}>{unbroken(formatBRL(fiatPrice))}</Fact>
      <Fact label={t('sales.sold')}>
        <Link
          to={toRows(paths.adminActivity, projectName)}
          aria-label={`${sales}. ${t('sales.salesOf', { projectName })}`}
          className="link inline-flex min-h-11 min-w-11 items-center justify-end"
        >
          {sales}
        </Link>
        {undone > 0 && (
          <span className="block text-muted text-xs">{t('sales.undone', { count: undone })}</span>
        )}
        {refunded > 0 && (
          <span className="block text-muted text-xs">{t('sales.refunded', { count: refunded })}</span>
        )}
      </Fact>
      <Fact label={t('sales.volume')}>{unbroken(formatBRL(volume))}</Fact>
      <Fact label={t('sales.fees')}>{unbroken(formatBRL(fees))}</Fact>
      <Fact label={t('sales.period')}>{periodInWords(validPeriod)}</Fact>
      {opensAt !== null && (
        <Fact label={t(Date.parse(opensAt) > now ? 'sales.opensAt' : 'sales.openedAt')}>
          <Moment at={opensAt} />
        </Fact>
      )}
      <Fact label={t(phase === 'closed' ? 'sales.endedAt' : 'sales.endsAt')}>
        <Moment at={expiredAt} />
      </Fact>
      <Fact label={t('sales.createdAt')}>
        <Moment at={createdAt} />
      </Fact>
    </Card>
  )
}

function Market({ project }: { project: AdminProjectPageWire }) {
  const { t } = useTranslation('projects-back-office')
  return (
    <Card title={t('market.title')}>
      <Fact label={t('market.supply')}>{project.totalSupply}</Fact>
      <Fact label={t('market.unsold')}>{project.unsold}</Fact>
      <Fact label={t(project.phase === 'closed' ? 'market.free' : 'market.waiting')}>{project.waiting}</Fact>
      <Fact label={t('market.holders')}>{project.holders}</Fact>
      {project.gifts.count > 0 && (
        <Fact label={t('market.gifts')}>
          {t('market.giftsHeld', {
            count: project.gifts.count,
            amount: unbroken(formatBRL(project.gifts.held)),
          })}
        </Fact>
      )}
      <Fact label={t('market.standing')}>{project.standing}</Fact>
      <Fact label={t('market.held')}>
        {unbroken(formatBRL(project.held))}
        <span className="block text-muted text-xs">
          {t('market.heldAt', { when: formatInSaoPaulo(project.heldAt, currentLanguage()) })}
        </span>
      </Fact>
    </Card>
  )
}

function Chain({ project }: { project: AdminProjectPageWire }) {
  const { t } = useTranslation('projects-back-office')
  const { projectName, author, contractAddress, authorWallet, symbol, contractURI, baseURI } = project
  return (
    <Card title={t('chain.title')}>
      <Fact label={t('chain.contract')}>
        <ExplorerLink
          hash={contractAddress}
          href={addressPage(contractAddress ?? '')}
          label={t('chain.contractOf', { projectName })}
        />
      </Fact>
      <Fact label={t('chain.symbol')}>{symbol}</Fact>
      <Fact label={t('chain.authorWallet')}>
        <ExplorerLink
          hash={authorWallet}
          href={addressPage(authorWallet)}
          label={t('chain.walletOf', { author })}
        />
      </Fact>
      <Fact label={t('chain.contractMetadata')}>
        <span className="break-all text-xs">{contractURI}</span>
      </Fact>
      <Fact label={t('chain.tokenMetadata')}>
        <span className="break-all text-xs">{baseURI}</span>
      </Fact>
    </Card>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-sheet border border-line bg-raised p-5">
      <h2 id={id} className="section-title mb-2">
        {title}
      </h2>
      <dl className="divide-y divide-line text-sm">{children}</dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 py-1">
      <dt className="text-muted">{label}</dt>
      <dd className="figures min-w-0 text-right">{children}</dd>
    </div>
  )
}
