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
        small
        className="size-9 shrink-0"
      />
      <span className="min-w-0 max-w-64 [overflow-wrap:anywhere]">
        <span className="block font-medium">{projectName}</span>
        <span className="block text-muted text-xs">{author}</span>
      </span>
    </span>
  )
}
