import { inputClass } from './field.tsx'
import { Icon } from './icon.tsx'

/** The server's limit; no name is longer. */
const LONGEST = 120

/** `label` is also the placeholder. */
export function SearchField(props: { label: string; value: string; onChange(value: string): void }) {
  return (
    <div className="relative w-full sm:max-w-88">
      <Icon name="search" className="-translate-y-1/2 absolute top-1/2 left-3.5 size-5 text-muted" />
      <input
        type="search"
        maxLength={LONGEST}
        aria-label={props.label}
        placeholder={props.label}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        className={`${inputClass} text-ellipsis pl-11`}
      />
    </div>
  )
}
