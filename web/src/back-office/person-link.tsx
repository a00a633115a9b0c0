import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useMay } from './office.tsx'
import { Person } from './person.tsx'

type PersonLinkProps = {
  user: {
    uid: string
    fullName: string | null
    nickname: string | null
    email: string
    photoUrl: string | null
  }
}

/** A person in a list, linking to their page for roles that may see it. */
export function PersonLink({ user }: PersonLinkProps) {
  const may = useMay()
  const person = (
    <Person name={user.fullName} nickname={user.nickname} email={user.email} photoUrl={user.photoUrl} />
  )
  if (!may('GET /admin/users/{uid}')) return person
  return (
    <Link
      to={paths.adminUser(user.uid)}
      className="inline-flex min-h-11 min-w-0 items-center text-left hover:text-accent-text"
    >
      {person}
    </Link>
  )
}
