import { useEffect } from 'react'
import toast from 'react-hot-toast'
import { useNavigate } from 'react-router'
import { paths } from '../lib/paths.ts'

type TurnAwayProps = {
  reason: string
  /** Where what was looked for is now; the dashboard, with the reason as a fault, where it is nowhere. */
  to?: string
}

/** In place of a screen that cannot be shown: redirects elsewhere, with a toast that says why. */
export function TurnAway({ reason, to }: TurnAwayProps) {
  const navigate = useNavigate()
  useEffect(() => {
    const show = to ? toast : toast.error
    show(reason, { id: 'turned-away' })
    navigate(to ?? paths.dashboard, { replace: true })
  }, [reason, to, navigate])
  return null
}
