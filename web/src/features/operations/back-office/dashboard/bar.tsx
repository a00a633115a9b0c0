/** A bar beside the figure it illustrates. `share` is from 0 to 1; less than 0 draws nothing. */
export function Bar({ share }: { share: number }) {
  const width = Number.isFinite(share) ? Math.max(0, Math.min(1, share)) * 100 : 0
  return (
    <svg aria-hidden="true" className="mt-1 h-1.5 w-full">
      <rect width="100%" height="100%" rx="3" className="fill-line" />
      <rect width={`${width}%`} height="100%" rx="3" className="fill-accent" />
    </svg>
  )
}
