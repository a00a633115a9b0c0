import { Link } from 'react-router'
import { languageTag } from '#i18n/language.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'

/** One figure, linked to the rows it counts. */
export function FigureCard({ label, value, to }: { label: string; value: number | undefined; to: string }) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full flex-col justify-between gap-3 rounded-cover border border-line bg-raised p-4 transition duration-150 hover:border-muted sm:p-5"
      >
        <span className="text-muted text-sm">{label}</span>
        {value === undefined ? (
          <Skeleton className="h-9 w-24" />
        ) : (
          <span className="figures text-3xl leading-9">
            {value.toLocaleString(languageTag(currentLanguage()))}
          </span>
        )}
      </Link>
    </li>
  )
}
