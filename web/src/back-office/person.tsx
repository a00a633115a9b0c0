import { Avatar } from '../ui/avatar.tsx'

type PersonProps = { name: string | null; nickname: string | null; email: string; photoUrl?: string | null }

/** A person in a list: picture, name, and the nickname below. */
export function Person({ name, nickname, email, photoUrl = null }: PersonProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name ?? nickname ?? email} src={photoUrl} />
      <span className="min-w-0 max-w-64 [overflow-wrap:anywhere]">
        <span className="block font-medium">{name ?? nickname ?? email}</span>
        {nickname && <span className="block text-muted text-xs">{nickname}</span>}
      </span>
    </span>
  )
}
