import type { ComponentProps } from 'react'
import { Link } from 'react-router'

export type ButtonLook = 'primary' | 'plain' | 'secondary' | 'quiet' | 'danger'

const LOOKS: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent font-semibold hover:brightness-110 focus-visible:outline-text',
  /** Does as much as the primary one, on a screen whose one accent is elsewhere. */
  plain: 'bg-text text-ink font-semibold hover:brightness-95',
  secondary: 'border border-edge text-text hover:bg-line/50',
  quiet: 'text-text hover:bg-line/50',
  danger: 'border border-loss text-loss font-semibold hover:bg-loss/10',
}

/** A button's classes, for elements that have to look like one. */
export function buttonClass(look: ButtonLook): string {
  return `inline-flex min-h-12 items-center justify-center gap-2 rounded-control px-5 py-2.5 text-center transition duration-150 disabled:opacity-55 disabled:hover:brightness-100 ${LOOKS[look]}`
}

type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook
  /** While something is in progress the button keeps the focus and ignores presses. */
  busy?: boolean
}

export function Button({
  look = 'primary',
  busy = false,
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy || undefined}
      className={`${buttonClass(look)} aria-disabled:cursor-progress aria-disabled:opacity-60 ${className}`}
    >
      {children}
      {busy && <BusyRing />}
    </button>
  )
}

/** Beside the words, in the button's own margin: a ring that closes once, where an answer takes longer than a moment. */
function BusyRing() {
  return (
    <span className="-ml-2 relative w-0 self-stretch">
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        className="-rotate-90 absolute inset-y-0 left-1 my-auto size-3.5 animate-late"
      >
        <circle cx="8" cy="8" r="6" fill="none" strokeWidth="2.5" className="stroke-current opacity-30" />
        <circle
          cx="8"
          cy="8"
          r="6"
          fill="none"
          strokeWidth="2.5"
          pathLength={100}
          strokeDasharray={100}
          strokeDashoffset={10}
          className="animate-fill stroke-current"
        />
      </svg>
    </span>
  )
}

type ButtonLinkProps = ComponentProps<typeof Link> & { look?: ButtonLook }

/** A link to another screen that looks like a button. */
export function ButtonLink({ look = 'primary', className = '', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={`${buttonClass(look)} ${className}`} />
}

type IconButtonProps = ComponentProps<'button'> & { label: string }

/** A button that shows only an icon; `label` says what it does. */
export function IconButton({ label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={`grid size-11 shrink-0 place-items-center rounded-control text-text transition duration-150 hover:bg-line/50 ${className}`}
    />
  )
}
