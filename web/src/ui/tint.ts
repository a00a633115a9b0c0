import type { CSSProperties } from 'react'

/** Gives an element the ground of a project's room; without a tint it keeps the ground of the page. */
export function tinted(tint: string | null | undefined): { className: string; style?: CSSProperties } {
  if (!tint) return { className: '' }
  return { className: 'tinted', style: { '--tint': tint } as CSSProperties }
}
