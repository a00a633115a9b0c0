import type { DrawerSheetProps } from './drawer-sheet-dialog.tsx'
import { later, WhenOpened } from './when-opened.tsx'

const DrawerSheetDialog = later(async () => (await import('./drawer-sheet-dialog.tsx')).DrawerSheetDialog)

/** A sheet from the left edge, for a menu on phones and tablets. */
export function DrawerSheet(props: DrawerSheetProps) {
  return (
    <WhenOpened open={props.open}>
      <DrawerSheetDialog {...props} />
    </WhenOpened>
  )
}
