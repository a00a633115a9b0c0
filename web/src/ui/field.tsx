import { type ReactNode, useId } from 'react'
import { ErrorNote } from './error-note.tsx'

export type FieldProps = {
  label: string
  error?: string | undefined
  hint?: string | undefined
}

/** The attributes that tie an input to its label, hint and error. */
export type FieldIds = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

/** The look of every text input. */
export const inputClass =
  'w-full min-h-12 rounded-control border border-edge bg-ink px-3.5 py-2.5 text-text placeholder:text-muted transition duration-150 hover:border-muted focus:border-accent-text focus:outline-none focus:ring-1 focus:ring-accent-text aria-invalid:border-loss read-only:border-line read-only:text-muted'

/** The label, the input, then the error or the hint. */
export function Field(props: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const id = useId()
  const { label, error, hint } = props
  const note = error ?? hint
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {props.children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {error && <ErrorNote id={`${id}-note`}>{error}</ErrorNote>}
      {!error && hint && (
        <p id={`${id}-note`} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}
