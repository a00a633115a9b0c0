import { useEffect } from 'react'
import toast from 'react-hot-toast'
import { useNavigate } from 'react-router'
import { paths } from '../lib/paths.ts'

type TurnAwayProps = {
  reason: string
  /** Where to: the dashboard, or the shelf, for which being turned away is no fault. */
  to?: 'dashboard' | 'shelf'
}

/** In place of a screen that cannot be shown: redirects elsewhere, with a toast that says why. */
export function TurnAway({ reason, to = 'dashboard' }: TurnAwayProps) {
  const navigate = useNavigate()
  useEffect(() => {
    const show = to === 'shelf' ? toast : toast.error
    show(reason, { id: 'turned-away' })
    navigate(paths[to], { replace: true })
  }, [reason, to, navigate])
  return null
}
