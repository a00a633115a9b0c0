import { BugReportLink } from './bug-report-link.tsx'
import { Menu } from './menu.tsx'

/** The menu beside the screen, where there is room for it; on phones it is in the drawer. */
export function Sidebar() {
  return (
    <aside className="sticky top-[var(--header)] hidden h-[calc(100dvh-var(--header))] w-60 shrink-0 flex-col justify-between border-line border-r px-4 py-8 lg:flex">
      <Menu />
      <BugReportLink />
    </aside>
  )
}
