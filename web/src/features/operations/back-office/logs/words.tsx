/** A text of unknown length in a row; `small` is for identifiers and errors, which may break anywhere. */
export function Words({ children, small = false }: { children: string; small?: boolean }) {
  const look = small ? 'text-xs' : ''
  return (
    <span
      className={`min-w-0 max-w-[44ch] text-right [overflow-wrap:anywhere] md:block md:text-left ${look}`}
    >
      {children}
    </span>
  )
}
