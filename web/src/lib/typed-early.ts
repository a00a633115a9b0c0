/** What is typed from the press of a key on until the field that it opens is there. */
const LONGEST_MS = 5000

let kept: { text: string; since: number } | null = null

function keep(event: KeyboardEvent): void {
  if (!kept || Date.now() - kept.since > LONGEST_MS || event.key === 'Escape') return void takeTyped()
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Backspace') kept.text = kept.text.slice(0, -1)
  else if (event.key.length === 1) kept.text += event.key
  // Nothing is chosen yet that Enter could open.
  else if (event.key !== 'Enter') return
  event.preventDefault()
  event.stopPropagation()
}

export function keepTyped(): void {
  if (kept) return
  kept = { text: '', since: Date.now() }
  document.addEventListener('keydown', keep, true)
}

/** What was typed so far; from here on the field has the keys. */
export function takeTyped(): string {
  document.removeEventListener('keydown', keep, true)
  const text = kept?.text ?? ''
  kept = null
  return text
}
