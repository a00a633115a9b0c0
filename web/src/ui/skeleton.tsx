/** The shape of what is coming. It stands still: nothing loops. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`rounded-cover bg-line/55 ${className}`} />
}
