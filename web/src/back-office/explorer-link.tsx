import { Icon } from '../ui/icon.tsx'

/** `0x1234…cdef`, linking to its page in the public explorer; two dashes where there is none yet. */
export function ExplorerLink({ hash, href, label }: { hash: string | null; href: string; label: string }) {
  if (hash === null) return <span className="text-muted">--</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      className="figures inline-flex min-h-11 items-center gap-1.5 hover:text-accent-text"
    >
      {`${hash.slice(0, 6)}…${hash.slice(-4)}`}
      <Icon name="external" className="size-4" />
    </a>
  )
}
