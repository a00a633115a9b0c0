import type { AuditWire } from '#domain/wire/admin-logs.ts'

const say = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** One line for each fact that changed: its name, what it was, what it became. */
export function Changes({ before, after }: Pick<AuditWire, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changed = names.filter((name) => say(before?.[name]) !== say(after?.[name]))
  if (changed.length === 0) return <span className="text-muted">--</span>
  return (
    <ul className="min-w-0 text-right text-xs md:text-left">
      {changed.map((name) => (
        <li key={name} className="max-w-[44ch] [overflow-wrap:anywhere]">
          <span className="text-muted">{name}: </span>
          {before?.[name] !== undefined && (
            <>
              <del className="text-muted">{say(before[name])}</del>
              {after?.[name] !== undefined && ' → '}
            </>
          )}
          {after?.[name] !== undefined && <ins className="no-underline">{say(after[name])}</ins>}
        </li>
      ))}
    </ul>
  )
}
