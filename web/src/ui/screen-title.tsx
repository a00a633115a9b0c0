import { config } from '../lib/config.ts'

/** The screen's name (with its leading underscore), also as the tab's title. */
export function ScreenTitle({ children, lead }: { children: string; lead?: string | undefined }) {
  return (
    <header className="mb-4 sm:mb-8">
      <title>{`${children.replace(/^_/, '')} · ${config().productName}`}</title>
      <h1 className="screen-title">{children}</h1>
      {lead && <p className="mt-2 max-w-[60ch] text-muted">{lead}</p>}
    </header>
  )
}
