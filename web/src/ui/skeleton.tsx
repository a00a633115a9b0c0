/** The shape of content that is loading. It does not move: nothing loops. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`rounded-cover bg-line/55 ${className}`} />
}
