import type { CSSProperties } from 'react'

/** Gives an element the project's background colour; without a tint it keeps the page's. */
export function tinted(tint: string | null | undefined): { className: string; style?: CSSProperties } {
  if (!tint) return { className: '' }
  return { className: 'tinted', style: { '--tint': tint } as CSSProperties }
}
