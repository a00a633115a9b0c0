import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import type { Subject } from './find-subject.tsx'
import { useMay } from './office.tsx'

const LISTS = [
  { name: 'activity', call: 'GET /admin/activity', to: `${paths.adminActivity}?`, of: ['person', 'project'] },
  {
    name: 'withdrawals',
    call: 'GET /admin/withdrawals',
    to: `${paths.adminRequests}?which=all&`,
    of: ['person'],
  },
  { name: 'support', call: 'GET /admin/support', to: `${paths.adminSupport}?which=all&`, of: ['person'] },
] as const

/** The lists of everybody, narrowed to one person or project. */
export function AllOf({ kind, uid }: { kind: Subject; uid: string }) {
  const { t } = useTranslation('back-office')
  const may = useMay()
  const lists = LISTS.filter(({ call, of }) => may(call) && of.some((known) => known === kind))
  return (
    <nav aria-label={t('allOf.title')} className="my-6 flex flex-wrap gap-x-6 text-sm">
      {lists.map(({ name, to }) => (
        <Link key={name} to={`${to}${kind}=${uid}`} className="link inline-flex min-h-11 items-center">
          {t(`allOf.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
