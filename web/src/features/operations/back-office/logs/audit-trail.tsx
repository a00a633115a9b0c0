import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { DEED_KINDS } from '#domain/audit-facts.ts'
import { formatBRL } from '#domain/money.ts'
import type { AuditWire } from '#server/product/operations/contract.ts'
import { type Column, DataList } from '../../../../back-office/data-list.tsx'
import { Moment } from '../../../../back-office/moment.tsx'
import { useList } from '../../../../back-office/use-list.ts'
import { unbroken } from '../../../../lib/format.ts'
import { paths } from '../../../../lib/paths.ts'
import { Changes } from './changes.tsx'

/** What administrators did, with the values before and after. */
export function AuditTrail() {
  const { t } = useTranslation('operations-back-office')
  const kinds = DEED_KINDS.map((value) => ({ value, label: t(`audit.kinds.${value}`) }))
  const list = useList('GET /admin/audit', {
    offered: {
      choices: [{ name: 'flow', label: t('audit.kind'), options: kinds }],
      days: true,
      person: true,
    },
  })
  const columns: Column<AuditWire>[] = [
    { title: t('audit.when'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: t('audit.who'), cell: ({ admin, door }) => <Actor admin={admin} door={door} /> },
    {
      title: t('audit.what'),
      // An action without a text is shown by its name.
      cell: ({ action }) => t(`deeds.${action as 'job.retry'}`, { defaultValue: action }),
    },
    { title: t('audit.subject'), cell: (row) => <Subject {...row} /> },
    { title: t('audit.money'), cell: (row) => <MoneyFacts row={row} /> },
    { title: t('audit.changes'), cell: ({ before, after }) => <Changes before={before} after={after} /> },
    { title: t('audit.from'), cell: ({ address }) => <Words small>{address ?? '--'}</Words> },
  ]
  return (
    <DataList
      list={list}
      searchLabel={t('audit.search')}
      file={t('audit.file')}
      columns={columns}
      empty={t('audit.empty')}
    />
  )
}

/** Who did it; from a terminal, the person it was done for, if any. */
function Actor({ admin, door }: Pick<AuditWire, 'admin' | 'door'>) {
  const { t } = useTranslation('operations-back-office')
  if (door === 'back-office') return <Words>{admin ?? '--'}</Words>
  return <Words>{admin ? t('audit.terminalAs', { name: admin }) : t('audit.terminal')}</Words>
}

/** The amount of a decision, the payee, and the reason. */
function MoneyFacts({ row: { amount, payee, reason } }: { row: AuditWire }) {
  if (amount === null) return <span className="text-muted">--</span>
  return (
    <span className="min-w-0 max-w-[32ch] text-right [overflow-wrap:anywhere] md:block md:text-left">
      <span className="figures block">{unbroken(formatBRL(amount))}</span>
      {payee && (
        <Link
          to={payee.kind === 'artist' ? paths.adminArtist(payee.uid) : paths.adminUser(payee.uid)}
          className="link inline-flex min-h-11 items-center"
        >
          {payee.name}
        </Link>
      )}
      {reason && <span className="block text-muted text-xs">{reason}</span>}
    </span>
  )
}

/** The page of an action's subject, where it has one, by the first word of the action's name. */
const PAGES: Readonly<Record<string, (subject: string) => string>> = {
  refund: paths.adminPayment,
  user: paths.adminUser,
  'write-off': paths.adminUser,
  project: paths.adminProject,
  split: paths.adminProject,
  artist: paths.adminArtist,
  withdrawal: (subject) => `${paths.adminRequests}?which=all&search=${subject}`,
  unmatched: () => `${paths.adminRequests}?tab=unmatched&which=all`,
  payout: paths.adminPayout,
  support: (subject) => paths.adminSupportRequest(Number(subject)),
}

/** An action's subject, with a link to it. */
function Subject({ action, subject, name }: Pick<AuditWire, 'action' | 'subject' | 'name'>) {
  const { t } = useTranslation('operations-back-office')
  const page = PAGES[action.split('.')[0] ?? '']
  if (action === 'file.save') return <Words>{t(`audit.files.${subject as 'users'}`)}</Words>
  if (!page) return <Words small>{name ?? (subject === 'ledger' ? t('audit.ledger') : subject)}</Words>
  return (
    <Link
      to={page(subject)}
      className="link inline-flex min-h-11 min-w-11 items-center justify-end md:justify-start"
    >
      <Words small>{name ?? subject}</Words>
    </Link>
  )
}

/** A text of unknown length in a row; `small` is for identifiers and errors, which may break anywhere. */
function Words({ children, small = false }: { children: string; small?: boolean }) {
  const look = small ? 'text-xs' : ''
  return (
    <span
      className={`min-w-0 max-w-[44ch] text-right [overflow-wrap:anywhere] md:block md:text-left ${look}`}
    >
      {children}
    </span>
  )
}
