import { config } from '../lib/config.ts'
import { Ring } from './ring.tsx'

/** The ring at three quarters, and the product's name; `name` is for screens without the settings that contain it. */
export function Logo({ className = '', name }: { className?: string; name?: string }) {
  return (
    <span className={`inline-flex items-center gap-2.5 ${className}`}>
      <Ring share={0.75} stroke={13} className="size-6" />
      <span className="name text-[1.375rem]">{name ?? config().productName}</span>
    </span>
  )
}
