import { useEffect } from 'react'
import { keepTyped } from '../../lib/typed-early.ts'

/** Rows that can be opened: their first link or button. */
const ROWS = '#content tbody tr'
const OPENS = 'a[href], button'
const TYPED_INTO = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]'

type ListKeysProps = { onHelp(): void; onPalette(): void }

/** The keys of the back office: `/` to the search, j and k along the rows, `?` for help, Ctrl or Cmd and K anywhere. */
export function ListKeys({ onHelp, onPalette }: ListKeysProps) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
        event.preventDefault()
        if (document.querySelector('[role=dialog]') === null) keepTyped()
        return onPalette()
      }
      const isTyping = event.target instanceof Element && event.target.closest(TYPED_INTO) !== null
      const isElsewhere = isTyping || document.querySelector('[role=dialog]') !== null
      if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return
      const deed = { '/': focusSearch, '?': onHelp, j: () => step(1), k: () => step(-1) }[event.key]
      if (!deed) return
      event.preventDefault()
      deed()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onHelp, onPalette])
  return null
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('#content input[type=search]')?.focus()
}

/** To the next row, or the one before; without a current one, to the first. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll(ROWS)].filter((row) => row.querySelector(OPENS))
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at === -1 ? rows[0] : rows[at + by]
  next?.querySelector<HTMLElement>(OPENS)?.focus()
}
