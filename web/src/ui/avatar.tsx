import { storedAddress } from '../lib/stored-address.ts'

/**
 * A person's picture, or the first letter of their name. Hidden from screen readers, since the name stands
 * beside it.
 */
export function Avatar({ name, src }: { name: string; src: string | null }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-raised text-muted text-sm uppercase"
    >
      {src ? (
        <img
          src={storedAddress(src)}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        Array.from(name)[0]
      )}
    </span>
  )
}
