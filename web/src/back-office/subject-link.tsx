import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SubjectWire } from '#server/product/back-office/contract.ts'
import type { CallName } from '#server/product/calls.ts'
import { paths } from '../lib/paths.ts'
import { useMay } from './office.tsx'

const PAGES: Readonly<Record<SubjectWire['kind'], { to: (uid: string) => string; call: CallName }>> = {
  payment: { to: paths.adminPayment, call: 'GET /admin/activity/{uid}' },
  user: { to: paths.adminUser, call: 'GET /admin/users/{uid}' },
  payout: { to: paths.adminPayout, call: 'GET /admin/payouts/{uid}' },
  project: { to: paths.adminProject, call: 'GET /admin/projects/{uid}' },
  artist: { to: paths.adminArtist, call: 'GET /admin/artists/{uid}' },
}

/** `children` say it where there is more to say than its name. */
type SubjectLinkProps = { subject: SubjectWire; children?: ReactNode }

/** Whose money it is, or what it is about, leading to its page for roles that may see it. */
export function SubjectLink({ subject: { kind, uid, name }, children }: SubjectLinkProps) {
  const { t } = useTranslation('back-office')
  const may = useMay()
  const said = children ?? t(`subjects.${kind}`, { name })
  const { to, call } = PAGES[kind]
  if (!may(call)) return <span>{said}</span>
  return (
    <Link to={to(uid)} className="link">
      {said}
    </Link>
  )
}
