import { Cover } from '../ui/cover.tsx'

type WorkProps = { projectName: string; author: string; thumbnail: string }

/** A project in a list: cover, name, and the author below. */
export function Work({ projectName, author, thumbnail }: WorkProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Cover
        src={thumbnail}
        author={author}
        projectName={projectName}
        decorative
        sizes="2.25rem"
        className="size-9 shrink-0 rounded-control"
      />
      <span className="min-w-0">
        <span className="block truncate font-medium">{projectName}</span>
        <span className="block truncate text-muted text-xs">{author}</span>
      </span>
    </span>
  )
}
