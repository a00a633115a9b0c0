import { Link } from 'react-router'
import type { AuditWire } from '#server/product/operations/contract.ts'
import { paths } from '../../../../lib/paths.ts'
import { Words } from './words.tsx'

/** The page of an action's subject, where it has one, by the first word of the action's name. */
const PAGES: Readonly<Record<string, (subject: string) => string>> = {
  refund: paths.adminPayment,
  user: paths.adminUser,
  'write-off': paths.adminUser,
  project: paths.adminProject,
  artist: paths.adminArtist,
  withdrawal: () => `${paths.adminRequests}?which=all`,
  unmatched: () => `${paths.adminRequests}?tab=unmatched&which=all`,
  payout: paths.adminPayout,
  support: (subject) => paths.adminSupportRequest(Number(subject)),
}

/** An action's subject, with a link to it. */
export function Subject({ action, subject, name }: Pick<AuditWire, 'action' | 'subject' | 'name'>) {
  const page = PAGES[action.split('.')[0] ?? '']
  if (!page) return <Words small>{name ?? subject}</Words>
  return (
    <Link
      to={page(subject)}
      className="link inline-flex min-h-11 min-w-11 items-center justify-end md:justify-start"
    >
      <Words small>{name ?? subject}</Words>
    </Link>
  )
}
