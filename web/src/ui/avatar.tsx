import { portraitAddress } from '../lib/portrait-address.ts'

/**
 * A person's picture, or the first letter of their name. Hidden from screen readers, since the name stands
 * beside it.
 */
export function Avatar({ name, src }: { name: string; src: string | null }) {
  const portrait = portraitAddress(src)
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-raised text-muted text-sm uppercase"
    >
      {portrait ? (
        <img src={portrait} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        Array.from(name)[0]
      )}
    </span>
  )
}
