import { config } from '../lib/config.ts'

/** The tab's title: the screen's name without its leading underscore, and the product's. */
export function TabTitle({ children }: { children: string }) {
  return <title>{`${children.replace(/^_/, '')} · ${config().productName}`}</title>
}

/** The screen's name (with its leading underscore), also as the tab's title. */
export function ScreenTitle({ children, lead }: { children: string; lead?: string | undefined }) {
  return (
    <header className="mb-4 sm:mb-8">
      <TabTitle>{children}</TabTitle>
      <h1 className="screen-title">{children}</h1>
      {lead && <p className="mt-2 max-w-[60ch] text-muted">{lead}</p>}
    </header>
  )
}
