import type { SidePanelProps } from './side-panel-dialog.tsx'
import { later, WhenOpened } from './when-opened.tsx'

const SidePanelDialog = later(async () => (await import('./side-panel-dialog.tsx')).SidePanelDialog)

/** A sheet that rises from the bottom on phones and comes from the side on desktops. */
export function SidePanel(props: SidePanelProps) {
  return (
    <WhenOpened open={props.open}>
      <SidePanelDialog {...props} />
    </WhenOpened>
  )
}
