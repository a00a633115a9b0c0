import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubjectWire } from '#server/product/back-office/contract.ts'
import { SubjectLink } from './subject-link.tsx'

type IncidentProps = {
  /** What happened, in plain words. */
  title: string
  about: SubjectWire | null
  /** More about it: an amount, a date. */
  facts?: ReactNode
  /** What can be done. */
  todo: string
  /** For whoever looks after the system. */
  technical?: string | undefined
}

/** Something that went wrong, for somebody who does not read code: what, whose money it is, and what can be done. */
export function Incident({ title, about, facts, todo, technical }: IncidentProps) {
  const { t } = useTranslation('back-office')
  return (
    <div className="min-w-0 max-w-[68ch] py-2 [overflow-wrap:anywhere]">
      <p className="font-medium">{title}</p>
      {(about || facts) && (
        <p className="flex flex-wrap gap-x-3 text-sm">
          {about && <SubjectLink subject={about} />}
          {facts}
        </p>
      )}
      <p className="mt-1 text-muted text-sm">{todo}</p>
      {technical && (
        <details className="mt-1 text-muted text-xs">
          <summary className="link inline-flex min-h-11 cursor-pointer items-center md:min-h-6">
            {t('incident.technical')}
          </summary>
          <p className="break-all font-mono">{technical}</p>
        </details>
      )}
    </div>
  )
}
